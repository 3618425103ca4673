"""Which cards may be played, and how far their actions go: seen before anything is begun."""
