"""What is imported by the process from which workers are forked: it loads what they all need."""

from kb.serve.worker import warm

warm()
