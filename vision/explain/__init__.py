"""Shows what each step of a reading made of a photo: a picture and a table a step."""
