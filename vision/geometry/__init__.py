"""Quadrilaterals, the table as a plane, cards in a grid."""
