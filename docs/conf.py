"""The documentation site: the pages of this folder, and the library from its docstrings."""

from __future__ import annotations

from formework import __version__

project = "Formework"
author = "The Formework authors"
copyright = author
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]

myst_heading_anchors = 4  # pages link to headings by the names that code hosts give them
myst_enable_extensions = ["colon_fence"]

autodoc_typehints = "description"
autodoc_member_order = "bysource"
autodoc_class_signature = "separated"

html_theme = "furo"
html_title = f"Formework {__version__}"
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#7a2e1d", "color-brand-content": "#7a2e1d"},
    "dark_css_variables": {"color-brand-primary": "#e0a48f", "color-brand-content": "#e0a48f"},
}
html_show_sphinx = False
html_copy_source = False
