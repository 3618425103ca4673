"""The looks of printings: typefaces, colours, banners, icons."""
