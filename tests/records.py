"""What the tests of records share: a good one in both formats, and the schema."""

from __future__ import annotations

import json
from importlib import resources

import jsonschema

import amduat
from amduat.record import dumps
from flow import played

SCHEMA = json.loads(
    resources.files("amduat").joinpath("data/record.schema.json").read_text("utf-8")
)

VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)

GOOD = '[Game "ramses"]\n[Format "1"]\n[Result "*"]\n\n1. 3-11/20-18 2. 18-3\n*\n'


def finished(**changes: object) -> str:
    data = json.loads(dumps(played(amduat.ramses.GAME, {}).record(), "json"))
    data.update(changes)
    return json.dumps({key: value for key, value in data.items() if value != "gone"})
