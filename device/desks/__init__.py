"""One prompt, four buttons: a desk for every general prompt, desks stacked above each other, and questions in a row.

Knows no session, no journal and no game; a prompt that only one game has gets its desk from that game's box.
"""
