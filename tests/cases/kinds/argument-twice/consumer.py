"""Draws pages, partly by position."""

from prov.pages import Canvas, Sheet, crop, mark, render, tag


def draw(page, options):
    text = render(page, scale=2)  # expect: argument-twice [scale] because the first position is the scale now
    text += render(page, **{"scale": 2, **options})  # expect: argument-twice [scale] because it is written out in there
    text += render(*[*(page,)], scale=2)  # expect: argument-twice [scale] because one position is written out
    canvas = Canvas("a", size=3)  # expect: argument-twice [size] because the constructor has it first now
    canvas.draw("box", color="blue")  # expect: argument-twice [color] because nothing stands before it any more
    mark(page, color="blue")  # expect: argument-twice [color] because nothing stands before it any more
    return text, Sheet("a", width=4)  # expect: argument-twice [width] because the field is the first now


def fits(page, name, everything):
    crop(page, box="a")  # expect-ok: argument-twice because what came between is not given
    tag("a", label="b")  # expect-ok: argument-twice because what is given by position alone is no keyword
    render(page=page, scale=2)  # expect-ok: argument-twice because both are given by keyword
    render(*everything, scale=2)  # expect-ok: argument-twice because nobody knows how many these are
    return mark(**{"color": "red", "color": "blue"})  # expect-ok: argument-twice because the last one of a mapping counts
