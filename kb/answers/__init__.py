"""What Ludex answers, as data: one source for `--json`, for the network and for agents."""
