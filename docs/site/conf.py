"""How Sphinx makes the documentation site.

docs/build_web.py lays the source folder, in which this file is, and runs Sphinx.
"""

import sys
from pathlib import Path

from pygments.lexers.special import TextLexer
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

from vecx import __version__

sys.path.insert(0, str(Path(__file__).parent))
from asm_lexer import AsmLexer

project = "vecx"
release = __version__
extensions = ["myst_nb"]
myst_enable_extensions = ["colon_fence"]        # for the front page
exclude_patterns = ["docs/site", "static", "templates"]
highlight_language = "text"
smartquotes = False
nitpicky = True

nb_execution_mode = "off"       # the notebook has its outputs
myst_heading_anchors = 6        # links name headings as forges do

html_theme = "furo"
html_title = "vecx"
html_favicon = html_logo = "static/icon.svg"
html_static_path = ["static"]
html_css_files = ["style.css"]
html_js_files = [("player.js", {"defer": "defer"})]
templates_path = ["templates"]
html_sidebars = {"**": [
    "sidebar/brand.html", "sidebar/search.html", "sidebar/try.html", "sidebar/scroll-start.html",
    "sidebar/navigation.html", "sidebar/scroll-end.html"]}
html_use_index = False
html_copy_source = False
html_show_copyright = False
pygments_style = "a11y-light"
pygments_dark_style = "github-dark"
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#0a5a94", "color-brand-content": "#0a5a94",
        "color-brand-visited": "#5b4b9e", "color-highlight-on-target": "#e3f0fb",
        "color-sidebar-link-text--top-level": "var(--color-foreground-secondary)"},
    "dark_css_variables": {
        "color-brand-primary": "#8ecbff", "color-brand-content": "#8ecbff",
        "color-brand-visited": "#b9aef0", "color-highlight-on-target": "#12202c",
        "color-sidebar-link-text--top-level": "var(--color-foreground-secondary)",
        "color-background-primary": "#0b0f13", "color-background-secondary": "#080b0e",
        "color-background-border": "#26313a", "color-foreground-primary": "#c8d4dc"}}


class LinksToSources(SphinxPostTransform):
    """Leaves only the text of a link to a file of the sources, which the site does not have."""

    default_priority = 1        # before MyST looks for the page

    def run(self) -> None:
        for node in list(self.document.findall(addnodes.pending_xref)):
            folder = Path(self.app.config.sources, node["refdoc"]).parent
            if node["reftype"] == "myst" and node["refdomain"] != "doc" \
                    and (folder / node["reftarget"].partition("#")[0]).is_file():
                node.replace_self(list(node.children))


def setup(app: Sphinx) -> None:
    """Add the lexers, and what is done with links to sources."""
    app.add_config_value("sources", "", "html", str)
    app.add_lexer("asm", AsmLexer)
    app.add_lexer("mml", TextLexer)
    app.add_post_transform(LinksToSources)
