"""Running scenarios against their expectations, and rules against the scenarios."""

from kb.testing.cases import CaseResult, Check, check_case

__all__ = ["CaseResult", "Check", "check_case"]
