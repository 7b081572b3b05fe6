"""What other programs read of a page: structured data for search engines."""

from __future__ import annotations


def course(name: str, description: str, address: str, lang: str, license: str, parts: list[tuple[str, str]]) -> dict:
    """The home page as schema.org's Course; ``parts``: (title, address) of its chapters."""
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
    title: str, description: str, address: str, lang: str, license: str, home: tuple[str, str], code: str = ""
) -> dict:
    """A page as schema.org's LearningResource, part of the course at ``home`` (name, address).

    ``code``: its script's address.
    """
    name, root = home
    resource = {
        "@type": "LearningResource",
        "name": title,
        "description": description,
        "url": address,
        "inLanguage": lang,
        "license": license,
        "isAccessibleForFree": True,
        "isPartOf": {"@type": "Course", "name": name, "url": root},
    }
    if code:
        resource["hasPart"] = {"@type": "SoftwareSourceCode", "codeRepository": code, "programmingLanguage": "Python"}
    crumbs = [(name, root), (title, address)]
    trail = [
        {"@type": "ListItem", "position": place, "name": crumb, "item": url}
        for place, (crumb, url) in enumerate(crumbs, 1)
    ]
    return {
        "@context": "https://schema.org",
        "@graph": [resource, {"@type": "BreadcrumbList", "itemListElement": trail}],
    }
