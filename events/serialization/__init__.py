"""Events to JSON and back.

The modules:

    codec          encode and decode events; the JSON text is what is stored and hashed
    upcasters      older forms of events, converted as they are read
    text_cleaning  texts in events without invisible characters
"""
