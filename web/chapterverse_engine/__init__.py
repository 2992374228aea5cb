"""Answer questions from an index with verbatim, line-cited quotes; no I/O, standard library only."""

ENGINE_VERSION = "0.1.0"
