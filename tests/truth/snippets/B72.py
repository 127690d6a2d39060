import torch


def export(model, inputs, path):
    torch.onnx.export(model, inputs, path)
