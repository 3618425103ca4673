"""The archive's database and its tables, and the steps from earlier tables to them."""
