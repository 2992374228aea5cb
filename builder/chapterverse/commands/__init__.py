"""The commands of `chapterverse`, one module for each job; `chapterverse.cli` gathers them."""
