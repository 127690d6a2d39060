"""Gone later."""


class Plan:
    pass
