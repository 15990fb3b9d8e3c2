"""Events to JSON and back: the codec, upcasters, and texts made fit to store."""
