"""The events: what is declared, stated, rolled, told and corrected. Tags and fields are the storage format."""
