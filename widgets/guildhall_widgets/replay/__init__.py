"""The replay viewer: scrub through a game, annotate it, vary it, evaluate it, and write it as a study."""

from .export import replay_html, study_html, study_markdown
from .viewer import ReplayViewer

__all__ = ["ReplayViewer", "replay_html", "study_html", "study_markdown"]
