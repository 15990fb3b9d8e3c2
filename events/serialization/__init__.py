"""Events to JSON and back, and the files that people write.

The modules:

    codec        encode and decode events, and clean their texts
    built_types  types that msgspec knows before two threads use them
    toml_file    TOML files that people write, read with limits
"""
