"""What goes wrong."""


class ProvError(Exception):
    pass


class ValidationError(ValueError):
    pass


class MissingModel(KeyError):
    pass


class Overload(RuntimeError):
    pass
