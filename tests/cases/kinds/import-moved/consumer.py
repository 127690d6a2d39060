"""Leans on names that prov has sorted into other modules since."""

import prov.mask as mask
import prov.tokens
import prov.utils as utils
from prov.attention.layer import Attention  # expect: import-moved [prov.layers.attention] because the folder was renamed
from prov.mask import causal_mask  # expect-ok: import-moved because a module of the old name passes it on
from prov.utils import get_open_port  # expect: import-moved [prov.utils.network] because the file became a package
from prov.utils import round_up  # expect-ok: import-moved because the package re-exports it
from prov.utils import sha256  # expect-ok: import-moved because the module's __getattr__ still serves it

try:
    from prov.utils.network import get_ip
except ImportError:
    from prov.utils import get_ip  # expect-ok: import-moved because only old releases come here

try:
    from prov.attention.layer import Attention as Layer  # expect-ok: import-moved because the new place follows
except ModuleNotFoundError:
    from prov.layers.attention import Attention as Layer


def address() -> str:
    return f"{utils.get_ip()}:{get_open_port()}"  # expect: import-moved [prov.utils.network] because it is read through the module


def pad(ids: list[int]) -> list[int]:
    if prov.tokens.count(ids) > 8:  # expect-ok: import-moved because it has stayed
        return ids
    return prov.tokens.pad_to(ids, 8)  # expect: import-moved [prov.padding] because it is reached by the dotted path


def build() -> Attention:
    return Attention(round_up(7, 8), len(mask.causal_mask(2)))  # expect-ok: import-moved because the import has told it


def digest() -> str:
    from prov.utils import get_open_port as port  # expect: import-moved [prov.utils.network] because it fails when called

    return sha256(str(port()) + get_ip() + str(Layer) + str(causal_mask(1)))
