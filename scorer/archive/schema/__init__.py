"""The archive's tables, and the steps from earlier tables to them."""
