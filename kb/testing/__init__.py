"""Running scenarios against their expectations, and rules against the scenarios."""

from kb.testing.cases import CaseResult, Check, check_case, scenario_files

__all__ = ["CaseResult", "Check", "check_case", "scenario_files"]
