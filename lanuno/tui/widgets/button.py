"""A button that looks as the app's own style sheet says."""

from __future__ import annotations

from textual import widgets


class Button(widgets.Button, inherit_css=False):
    """Textual's own style sheet for buttons takes longer to read than all of ours."""
