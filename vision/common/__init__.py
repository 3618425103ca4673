"""What the whole reader shares: it imports no other part of the reader."""
