"""Paraverse: d20 contests in phases, hit locations, wounds and watches."""
