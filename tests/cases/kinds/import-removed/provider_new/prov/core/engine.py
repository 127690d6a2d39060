class RequestOutput:
    text: str = ""


class Engine:
    def generate(self, prompt: str) -> RequestOutput:
        return RequestOutput()
