"""A corpus of everything that trips up documentation sites, built as any site is."""

from __future__ import annotations

from pathlib import Path

from chapterverse.config import load_config
from chapterverse.pipeline import build

DECOMPOSED = "Настрои\u0306ки"  # й as two characters, as some editors write it

PAGES = {
    "index.md": "# Wild\n\nA site of odd pages. See [the settings](odd/settings.md#tags-1).\n",
    "odd/settings.md": f"""# Settings

## The `[profile.*]` sections

Profiles are read in order.

## Tags

The first tags.

## Tags

The second tags. See [below](#{DECOMPOSED}) and [elsewhere](../index.md).

## 概要

中文标题也有锚点。

## {DECOMPOSED}

Letters in two parts.

## location

A heading that scripts rely on.

## 1.2

A number.

## (HandsOn)

In parentheses.

"""
    + "Filler so that the page scrolls.\n\n" * 60
    + "## The end\n\nLast words.\n",
    "odd/hidden.md": """# Hidden parts

??? note "Closed note"

    ### In the note

    Words in a closed note.

::: details More

### In the details

Words in closed details.

:::

=== "Linux"

    Use the packages of the system.

=== "macOS"

    ### In the second tab

    Use the installer.

Last words, so that tabs are over.
""",
    "odd/things.md": """# Things

A formula $a_1 * b_1 * c$ stays, and $$\\int_0^1 x^2 dx$$ too. Apples cost $5, pears $6.

$$
E = m * c^2 * k
$$

```mermaid
graph TD; A-->B
```

- [x] done
- [ ] open

Term
: Its meaning.

A note[^1] below.

[^1]: The note itself.

| name | a very long column of a table | another very long column | and one more | and the last |
| ---- | ----------------------------- | ------------------------ | ------------ | ------------ |
| `CONFIG_SQLITE_URI` | `a_rather_long_identifier_value` | `a_rather_long_identifier_value` | `a_rather_long_identifier_value` | x |

> [!WARNING]
> Mind the step.

```python
def lv_style_set(number: int) -> str:
    return f"<br> {number}"  # 717
```

Type `<br>` for a break, and `your_name` for yours.
""",
    "odd/right-to-left.md": "# Right to left\n\nשלום עולם, זו שורה ארוכה.\n\nمرحبا بالعالم\n",
    "中文/排版.md": """---
lang: zh
---
# 中文排版

使用 Python 3 编写的*重点*文字与 English 混排，标点“引号”不应出现在行首。

| 名称 | 说明 |
| ---- | ---- |
| 阈值 | 330 |
""",
}  # fmt: skip


def build_wild(folder: Path, settings: str = "") -> Path:
    """Write the corpus into a folder, build it with further settings, return the site's folder."""
    for path, text in PAGES.items():
        target = folder / "docs" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    config = folder / "chapterverse.toml"
    text = f'[site]\ntitle = "Wild"\n{settings}[build]\nsources = ["docs"]\n'
    config.write_text(text, encoding="utf-8")
    out = folder / "site"
    build(load_config(config, out=out))
    return out
