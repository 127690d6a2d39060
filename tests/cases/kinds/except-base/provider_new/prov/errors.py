"""What goes wrong."""


class ProvError(Exception):
    pass


class ClientError(ProvError):
    pass


class ValidationError(ClientError):
    pass


class MissingModel(ProvError, KeyError):
    pass


class Overload(ProvError):
    pass
