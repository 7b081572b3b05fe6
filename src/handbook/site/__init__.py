"""The site: building it with MkDocs, serving it, and what its pages consist of beside the text."""
