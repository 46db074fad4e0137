"""Hunting a rulebook for contradictions and silence, on all boards up to a size."""

from kb.verification.verify import Finding, Verification, verify

__all__ = ["Finding", "Verification", "verify"]
