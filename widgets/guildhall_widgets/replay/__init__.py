"""The replay viewer: scrub through a game, annotate it, vary it, evaluate it, and write it as a study."""

from .export import study_html, study_markdown
from .viewer import ReplayViewer

__all__ = ["ReplayViewer", "study_html", "study_markdown"]
