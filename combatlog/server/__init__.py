"""The live table: a campaign in everybody's browser, over HTTP.

app        the ASGI app: pages, requests and answers, streams
routes     every request of the API: its path, its types, and who may send it
messages   the types of requests and answers
streams    the stream of a fight
table      a campaign at play: commands from everybody, one after the other
permission who may declare, roll and take back what
feed       a fight as an audience sees it, and frames of what is new in it
seats      who sits at the table: links, codes, admission, roles
writer     the one thread that a campaign is written in
"""
