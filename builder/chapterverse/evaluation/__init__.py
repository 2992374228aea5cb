"""Run cases against a site and measure the outcomes from the files on disk."""
