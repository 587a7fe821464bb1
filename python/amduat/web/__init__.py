"""The board in the browser: a server for one person's machine, and the page that it delivers.

    >>> from amduat.web.views import view_of
    >>> import amduat
    >>> view = view_of(amduat.start("ramses"))
    >>> view["status"], [action["action"] for action in view["actions"]][:2]
    ('Light opens with one of its own stones, not onto a hieroglyph field.', ['2-8', '2-10'])

``amduat web`` starts it; docs/web.md says what the page and the server tell each other. The server
owns rules and dice, and the page shows what it is given. What is imported from here needs the extra
``web``; what makes JSON of positions (``views``, ``layouts``) does not.
"""
