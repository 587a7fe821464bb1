"""The schemas of what commands print with `--json`, as docs/json.md has them."""

from __future__ import annotations

import json
import re

from support import ROOT

PAGE = (ROOT / "docs/json.md").read_text(encoding="utf-8")
SCHEMAS = {
    name: json.loads(schema)
    for name, schema in re.findall(r"^## ([a-z ]+)\n.*?```json\n(.*?)```", PAGE, re.M | re.S)
}
