"""Cards drawn as a printing shows them."""
