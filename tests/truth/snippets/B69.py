from torch._dynamo.convert_frame import GraphCaptureOutput


def runtime_of(capture: GraphCaptureOutput):
    return capture.get_runtime_env()
