"""Python-Markdown extensions: KaTeX, quizzes, figures, widgets, links of terms."""
