"""One prompt, four buttons: a desk for every general prompt, desks stacked above each other, and questions in a row.

Imports eyes, parts, screens and the spine; no session, no menu and no game. A prompt that only one game has gets its
desk from that game's box.
"""
