"""Written for the baseline: each line leans on something that is another now."""
import shaped
from shaped import made
shaped.wide(1, legacy=2)
shaped.filled(1)
shaped.shim(1, legacy=2)
shaped.same(1, legacy=2)
shaped.dynamic(1, legacy=2)
shaped.kept(1)
shaped.Grown().grown
