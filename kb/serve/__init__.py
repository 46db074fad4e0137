"""The same answers over a network: a page, an HTTP API and a server of the Model Context Protocol.

A request goes one way: `kb.serve.guard` refuses what must not come in, `kb.serve.app` finds the
endpoint, `kb.serve.pool` hands it to a process that has the rulebooks loaded, and there
`kb.serve.work` reads it (`kb.serve.requests`) and answers as the command of that name does.
"""
