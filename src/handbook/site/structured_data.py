"""Structured data for search engines, in the vocabulary of schema.org."""

from __future__ import annotations

from collections.abc import Sequence


def course(name: str, description: str, address: str, lang: str, license: str, parts: list[tuple[str, str]]) -> dict:
    """The home page as a Course.

    Args:
        name: of the site.
        description: of the site.
        address: of the home page.
        lang: the code that html has for the language.
        license: the address of its text.
        parts: (title, address) of each chapter.
    """
    return {
        "@context": "https://schema.org",
        "@type": "Course",
        "name": name,
        "description": description,
        "url": address,
        "inLanguage": lang,
        "license": license,
        "isAccessibleForFree": True,
        "educationalLevel": "Beginner",
        "provider": {"@type": "Organization", "name": name, "url": address},
        "offers": {"@type": "Offer", "category": "Free"},
        "hasCourseInstance": {"@type": "CourseInstance", "courseMode": "Online", "inLanguage": lang},
        "hasPart": [{"@type": "LearningResource", "name": title, "url": url} for title, url in parts],
    }


def chapter(
    title: str,
    description: str,
    address: str,
    lang: str,
    license: str,
    home: tuple[str, str],
    code: str = "",
    translators: Sequence[str] = (),
) -> dict:
    """A page as a LearningResource, with its breadcrumbs.

    Args:
        title: of the page.
        description: of the page.
        address: of the page.
        lang: the code that html has for the language.
        license: the address of its text.
        home: (name, address) of the course.
        code: the address of its code; empty where it has none.
        translators: their names.
    """
    name, home_address = home
    resource = {
        "@type": "LearningResource",
        "name": title,
        "description": description,
        "url": address,
        "inLanguage": lang,
        "license": license,
        "isAccessibleForFree": True,
        "isPartOf": {"@type": "Course", "name": name, "url": home_address},
    }
    if code:
        resource["hasPart"] = {"@type": "SoftwareSourceCode", "codeRepository": code, "programmingLanguage": "Python"}
    if translators:
        resource["translator"] = [{"@type": "Person", "name": translator} for translator in translators]
    crumbs = [(name, home_address), (title, address)]
    breadcrumbs = [
        {"@type": "ListItem", "position": position, "name": crumb, "item": url}
        for position, (crumb, url) in enumerate(crumbs, 1)
    ]
    return {
        "@context": "https://schema.org",
        "@graph": [resource, {"@type": "BreadcrumbList", "itemListElement": breadcrumbs}],
    }
