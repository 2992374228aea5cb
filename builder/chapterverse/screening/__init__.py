"""Telling instructions that are meant for a model from text that is meant for readers."""
