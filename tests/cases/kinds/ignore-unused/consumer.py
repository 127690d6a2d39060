import prov.served
from prov.core import Engine, plan, run

plan(1)  # drift: ignore[keyword-removed] it took a limit once  # expect: ignore-unused [keyword-removed] because this call passes no keyword
plan(1)  # drift: ignore[keyword-removed, argument-excess]  # expect: ignore-unused [keyword-removed, argument-excess] because neither is there
plan(1, limit=2)  # drift: ignore[keyword-removed, argument-excess] a  # expect: ignore-unused [argument-excess: nothing] because one of the two is there
plan(1, limit=2)  # drift: ignore[argument-excess] b  # expect: ignore-unused [nothing of it] because another kind is found there; expect: keyword-removed because that kind is not ignored
plan(1, limit=2)  # drift: ignore  # expect: ignore-unused [names no kind] because a kind must be named; expect: keyword-removed because none is
plan(1, limit=2)  # drift: ignore[]  # expect: ignore-unused [names no kind] because a kind must be named; expect: keyword-removed because none is
plan(1, limit=2)  # drift: ignore[keyword-remove] c  # expect: ignore-unused [did you mean `keyword-removed`] because it is a slip; expect: keyword-removed because no kind of that name is ignored
x = 1  # type: ignore  # drift: ignore[keyword-removed]  # expect: ignore-unused [keyword-removed] because there is no use at all
# drift: ignore[keyword-removed] above the line  # expect: ignore-unused [keyword-removed] because a comment is for its own line
plan(1, limit=2)  # expect: keyword-removed because the comment stands above the line

plan(1, limit=2)  # drift: ignore[keyword-removed] until 2.1, see issue #12  # expect-ok: ignore-unused because that is found there
plan(1, limit=2)  # type: ignore  # drift:ignore[keyword-removed]  # expect-ok: ignore-unused because other comments may come first
plan(  # drift: ignore[keyword-removed] in the first line  # expect-ok: ignore-unused because the call begins there
    1,
    limit=2,
)
plan(
    1,
    limit=2,
)  # drift: ignore[keyword-removed] in the last line  # expect-ok: ignore-unused because the call ends there
run(1, fast=True) and Engine().halt()  # drift: ignore[keyword-removed, attribute-removed]  # expect-ok: ignore-unused because both are found there
prov.served.halt()  # drift: ignore[attribute-removed] x  # expect-ok: ignore-unused because what is served at run time could not be judged
plan(1)  # drift: ignore[some-recipe-of-ours] x  # expect-ok: ignore-unused because it may be a recipe that was not held
plan(1)  # drift: ignore[keyword-removed, ignore-unused] for 3.0  # expect-ok: ignore-unused because that is ignored as well
plan(1)  # do not drift: ignore this  # expect-ok: ignore-unused because it is prose
text = "# drift: ignore[keyword-removed]"  # expect-ok: ignore-unused because it is no comment
