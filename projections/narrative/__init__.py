"""The narrator: what happened in a fight, told in sentences, with the dice in small print.

A passage is told in beats (`page`), each a sentence or a few about one thing. What is told comes
from the events and from nothing else; how it is put stands in the phrasebook (`voice`), with the
verbs that fit a weapon (`manners`) and whatever was in favour of an attack or against it
(`grounds`). The numbers stand in the dice of a beat alone (`smallprint`), and none there that the
audience may not see.
"""
