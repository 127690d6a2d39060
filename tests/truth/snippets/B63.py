def loader():
    from transformers import AutoModelForVision2Seq

    return AutoModelForVision2Seq
