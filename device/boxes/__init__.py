"""The boxes: one folder a game holds everything the device knows about it.

Boxes import the rules of their own game and the rooms below; never each other, nor menus, talks, the simulator or a
page. They give values (a drawing, a desk, what lies on the table), and others use them.
"""
