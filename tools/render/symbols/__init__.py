"""Dice with pictures on their faces in any style, thrown on tables and photographed."""
