"""The narrator: turns the events of a fight into prose, with the dice in small print.

Events decide what the prose says; the phrasebook has the sentences. Numbers appear only in the
small print, and only if the audience may see them.

  chronicle        the passages of a fight, under the headings of its rounds
  beats            the chronicle in the order of its events, blow by blow, for a replay
  twin             a copy of a chronicle that is ended while the fight goes on
  narrator         takes each event to the part that tells it
  story_names      what combatants are called in sentences elsewhere
  context          the state, the audience and the sentences that every part needs
  passage          the beats of a passage while they are written
  phrasebook       the sentences of a language
  template_fields  the fields that each sentence may use
  attacks          attacks, each with its result
  blow_results     the result of a blow: armor, what got through, how much it hurt
  checks           saves and checks
  contests         contests, in which all roll and one wins
  consequences     wounds, conditions, losses, death
  groups           events of several combatants that share a sentence; rests
  aftermath        who stands as a fight ends, who fell by whom, what it cost
  single_events    events with a beat of their own: deeds, rulings, notes
  dice_notes       the small print
  modifiers        the grounds for and against an attack
  weapon_manners   how a weapon is used, by its name and tags
"""
