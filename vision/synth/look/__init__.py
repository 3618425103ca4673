"""What a printing looks like: typefaces, colours, banners, icons."""
