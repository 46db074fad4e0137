"""No test sees the card store of whoever runs it."""

from __future__ import annotations

import os
from pathlib import Path

os.environ["LUDEX_STORE"] = str(Path(__file__).with_name("no-card-store"))
