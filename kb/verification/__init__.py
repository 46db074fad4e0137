"""Hunting a rulebook for contradictions and silence, on all boards up to a size."""

from kb.verification.findings import Finding, Verification
from kb.verification.verify import verify

__all__ = ["Finding", "Verification", "verify"]
