"""What stands between the languages: parity, lockfiles, status, sync, glossary, transliteration."""
