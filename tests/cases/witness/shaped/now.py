"""What is installed, and shaped by decorators and by code that runs on import."""
import functools, sys

def widened(function):
    @functools.wraps(function)
    def wrapper(a, legacy=None, b=0):
        return function(a, b)
    return wrapper

def renamed(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        kwargs.pop("legacy", None)
        return function(*args, **kwargs)
    return wrapper

def counted(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        with_count = 1
        return function(*args, **kwargs)
    return wrapper

def opened(function):
    return lambda *args, **kwargs: function(*args)

@widened
def wide(a): ...
@widened
def filled(a, b): ...
@renamed
def shim(a): ...
@counted
def same(a): ...
@opened
def dynamic(a): ...
@widened
def kept(a, b=1): ...

class Grown: ...

setattr(sys.modules[__name__], "made", 1)
setattr(Grown, "grown", property(lambda self: 1))
