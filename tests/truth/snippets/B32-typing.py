from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vllm.inputs import ProcessorInputs, TokenInputs
else:
    ProcessorInputs = TokenInputs = None


class Mine:
    def validate(self, processed: "ProcessorInputs | TokenInputs") -> None:
        self.seen = processed
