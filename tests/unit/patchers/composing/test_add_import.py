"""Imports that a file needs: among its others, as isort would have them."""

import pytest

from drift_audit.patchers.model import AddImport

from .marked import Case, assert_case, case, reason

OS = AddImport(statement="import os")
TORCH = AddImport(statement="import torch")
NN = AddImport(statement="from torch import nn")
PATH = AddImport(statement="from pathlib import Path")

CASES = [
    # a section of its own, above and below others
    case("import torch\n\n«f»()\n", OS, after="import os\n\nimport torch\n\n«f»()\n"),
    case(
        '"""Doc."""\n\n# first of all\nimport torch\n\n«f»()\n',
        OS,
        after='"""Doc."""\n\nimport os\n\n# first of all\nimport torch\n\n«f»()\n',
    ),
    # the first comments are the file's own
    case(
        "# SPDX-License-Identifier: MIT\nimport torch\n\n«f»()\n",
        OS,
        after="# SPDX-License-Identifier: MIT\nimport os\n\nimport torch\n\n«f»()\n",
    ),
    case(
        "#!/usr/bin/env python\n# A licence.\n\n# first of all\nimport torch\n\n«f»()\n",
        OS,
        after="#!/usr/bin/env python\n# A licence.\n\nimport os\n\n"
        "# first of all\nimport torch\n\n«f»()\n",
    ),
    case(
        "from __future__ import annotations\n\nimport torch\n\n«f»()\n",
        OS,
        after="from __future__ import annotations\n\nimport os\n\nimport torch\n\n«f»()\n",
    ),
    case(
        "from __future__ import annotations\nimport torch\n\n«f»()\n",
        OS,
        after="from __future__ import annotations\n\nimport os\n\nimport torch\n\n«f»()\n",
    ),
    case(
        "from __future__ import annotations\n\n«f»()\n",
        OS,
        after="from __future__ import annotations\n\nimport os\n\n«f»()\n",
    ),
    case(
        "import os\n\nfrom . import x\n\n«f»()\n",
        TORCH,
        after="import os\n\nimport torch\n\nfrom . import x\n\n«f»()\n",
    ),
    case("from . import x\n\n«f»()\n", TORCH, after="import torch\n\nfrom . import x\n\n«f»()\n"),
    # among those of its section, in their order
    case(
        "import json\nimport sys\n\nimport torch\n\n«f»()\n",
        OS,
        after="import json\nimport os\nimport sys\n\nimport torch\n\n«f»()\n",
    ),
    case(
        "import json\nfrom typing import Any\n\n«f»()\n",
        PATH,
        after="import json\nfrom pathlib import Path\nfrom typing import Any\n\n«f»()\n",
    ),
    case(
        "import json\nfrom os import x\nimport sys\n\n«f»()\n",
        PATH,
        after="import json\nfrom os import x\nfrom pathlib import Path\nimport sys\n\n«f»()\n",
    ),
    case(
        "import sys\nfrom os import x\nimport json\n\n«f»()\n",
        PATH,
        after="import sys\nfrom os import x\nimport json\nfrom pathlib import Path\n\n«f»()\n",
    ),
    # next to its own package
    case(
        "import numpy\n\nimport torch\nfrom vllm import a\n\n«f»()\n",
        NN,
        after="import numpy\n\nimport torch\nfrom torch import nn\nfrom vllm import a\n\n«f»()\n",
    ),
    case("from torch import cat\n«f»()\n", NN, after="from torch import cat, nn\n«f»()\n"),
    case(
        "from torch import (\n    cat,\n    zeros,\n)\n«f»()\n",
        NN,
        after="from torch import (\n    cat,\n    nn,\n    zeros,\n)\n«f»()\n",
    ),
    # what is no import on top
    case("«f»()\n", OS, after="import os\n\n«f»()\n"),
    case('"""Doc."""\n«f»()\n', OS, after='"""Doc."""\n\nimport os\n\n«f»()\n'),
    case(
        "#!/usr/bin/env python\n# a licence\n\nimport torch\n«f»()\n",
        OS,
        after="#!/usr/bin/env python\n# a licence\n\nimport os\n\nimport torch\n«f»()\n",
    ),
    case(
        "import json; import sys\n«f»()\n", OS, after="import json\nimport os\nimport sys\n«f»()\n"
    ),
    case(
        "import json  # noqa: F401\r\n«f»()\r\n",
        OS,
        after="import json  # noqa: F401\r\nimport os\r\n«f»()\r\n",
    ),
    case("\ufeffimport torch\n«f»()\n", OS, after="\ufeffimport os\n\nimport torch\n«f»()\n"),
    case("import torch\n\x0c\n«f»()", OS, after="import os\n\nimport torch\n\x0c\n«f»()"),
    case(
        "try:\n    import torch\nexcept ImportError:\n    torch = None\n\n«f»()\n",
        OS,
        after="import os\n\ntry:\n    import torch\nexcept ImportError:\n    torch = None\n\n«f»()\n",
    ),
    # bound only for types, or only by a star: nobody knows
    case(
        "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    import os\n\n«f»()\n",
        OS,
        after="import os\nfrom typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    import os\n\n«f»()\n",
    ),
    case("from os import *\n\n«f»()\n", OS, after="import os\nfrom os import *\n\n«f»()\n"),
    # bound already
    case("import os\n«f»()\n", OS, after="import os\n«f»()\n"),
    case("import os.path\n«f»()\n", OS, after="import os.path\n«f»()\n"),
    case("def g():\n    import os\n    «f»()\n", OS, after="def g():\n    import os\n    «f»()\n"),
    case(
        "try:\n    import os\nexcept ImportError:\n    raise\n«f»()\n",
        OS,
        after="try:\n    import os\nexcept ImportError:\n    raise\n«f»()\n",
    ),
    # in another function only
    case(
        "import sys\n\ndef g():\n    import os\n\ndef h():\n    «f»()\n",
        OS,
        after="import os\nimport sys\n\ndef g():\n    import os\n\ndef h():\n    «f»()\n",
    ),
    # several names, each once
    case(
        "«f»()\n",
        AddImport(statement="from a import c, b as d"),
        AddImport(statement="from a import c"),
        after="from a import b as d, c\n\n«f»()\n",
    ),
    # what is too long goes one name a line
    case(
        "from torch import a_rather_long_name_of_some_thing, another_long_name_of_something_else\n«f»()\n",
        NN,
        after="from torch import (\n    a_rather_long_name_of_some_thing,\n    another_long_name_of_something_else,\n    nn,\n)\n«f»()\n",
    ),
]


@pytest.mark.parametrize("it", CASES, ids=lambda it: ascii(it.before))
def test_imports(it: Case) -> None:
    assert_case(it)


@pytest.mark.parametrize(
    ("text", "statement", "why"),
    [
        ("os = 1\n«f»()\n", "import os", "`os` means something else in this file"),
        ("def g(os):\n    «f»()\n", "import os", "`os` means something else in this file"),
        ("import sys as os\n«f»()\n", "import os", "`os` means something else in this file"),
        ("[x for os in y]\n«f»()\n", "import os", "`os` means something else in this file"),
        ("(os := 1)\n«f»()\n", "import os", "`os` means something else in this file"),
        ("«f»()\n", "os", "`os` is no import of names"),
        ("«f»()\n", "from os import *", "`from os import *` is no import of names"),
        ("«f»()\n", "import", "`import` is no import"),
    ],
)
def test_why_not(text: str, statement: str, why: str) -> None:
    assert reason(text, AddImport(statement=statement)) == why
