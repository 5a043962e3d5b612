"""The world around the rules, room by room: `device.app` builds the device, `device.loop` keeps it going.

Rooms, lowest first; each imports only from rooms before it: errors, then config and paper, screens, words, records,
parts, eyes, desks, then boxes and teaching, menus, talks, simulator, then page and terminal, app, loop, command. The
import contracts in pyproject.toml hold them to it.
"""
