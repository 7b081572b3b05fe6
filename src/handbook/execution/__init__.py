"""Runs the code of pages, and compares what it prints, draws and computes with the page."""
