"""Judge backends, one file each; a new one registers its function with `BACKENDS`."""
