"""The manual: pages in Markdown, which the README links to, `sandbox help` prints and the window shows."""
