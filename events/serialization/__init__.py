"""Events to JSON and back.

The modules:

    codec      encode and decode events, and clean their texts
    upcasters  older forms of events, converted as they are read
"""
