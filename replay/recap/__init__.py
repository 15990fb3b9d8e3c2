"""Recap: who fell in a fight and why, what would have saved them, and which chances were missed.

falls        who fell, and the blows that led there
steps        saves, aid and gains between the blows
rescues      what would have saved them: another face of one die, armor, aid
disguise     the same for players, whatever the numbers of strangers are
reruns       the events of a rescue: the line played again with it
played_line  a line played again, with other dice or another declaration
turned_dice  dice that might have fallen otherwise, and what had come of it
hindsight    a line played again with one declaration changed or added
survivors    who left, and who came closest to falling
missed       turns nobody used, aid that was not given, morale that did not decide
"""
