"""Ordinary dice of every make, thrown on tables and photographed."""
