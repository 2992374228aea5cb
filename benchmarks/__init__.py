"""Measurements against third-party question sets and other engines; nothing of them is kept here."""
