"""Written for the baseline: each line leans on something that is another now."""
import good
from good import gone
from good.old import thing

good.keyword(1, legacy=2)
good.two_keywords(1, legacy=2, older=3)
good.required(1)
good.two_required(1)
good.excess(1, 2)
good.dial()
good.dials()
made = good.Made(1, legacy=2)
made.stop()
made.go(1, 2)
good.Made.go(made, 1, 2)
held = good.Held()
held.field

class Sub(good.Made):
    def __init__(self):
        super().__init__(1, legacy=2)

good.twice(1, b=2)
