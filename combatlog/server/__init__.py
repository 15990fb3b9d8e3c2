"""The live table: a campaign in everybody's browser, over HTTP.

app                  the ASGI app: pages, requests and answers, streams
pages                the files of the page: its HTML, scripts and styles
live_page            the HTML of the page, and of that of a hall
hall                 many campaigns under one address, each with a table of its own
hall_app             the ASGI app of a hall: to the tables, and requests about the hall
hall_places          where the campaigns of a hall are: in a database, or in a folder
routes               every request of the API: its path, its types, and who may send it
openapi              the OpenAPI document of the routes
calls                what a request is, and what it is answered from
seat_requests        requests about the table: seats, the door, leaving
fight_requests       requests about games and fights
correction_requests  requests about corrections
proposal_requests    requests about proposals
webhook_requests     requests about webhooks
said_requests        the request for everything that somebody has said
view_requests        requests that only look: completions, numbers, recap, odds
messages             the types of what is sent
answers              the types of what is answered: about a fight, with those of the others
answer_base          what every answer is, and a fault
game_answers         the types of what is answered about games, and completions
seat_answers         the types of what is answered about the table
correction_answers   the types of what is answered about the past, and proposals
streams              the streams of fights: sending news to all who watch one
news                 what streams get, encoded once for all who get the same
beside               what concerns one reader, beside the frames
limits               how fast somebody may send requests
presence             who is here at other servers
hub                  who is here, and waking those who watch
table                a campaign at play: jobs on it, one after the other
neighbours           other servers of the campaign, and taking in what they have changed
open_fight           a fight that somebody looks at, and errors as they may read them
commands             commands from everybody: until when they count, and what they record
late                 a command that came too late, as a correction to propose
doubts               lines that are easily said by mistake, and are asked about
moves                what an undo takes back, in words
refusals             commands that were refused, so that no late copy is recorded
preview              the preview of a correction, and applying it as it was shown
proposals            undo and corrections by consent
held_proposals       a proposal: what it would do, and recording it
votes                who votes on a proposal, and whether all have agreed
completions          the completion of a typed line
analysis             numbers, recap and odds, computed beside the table
reader               the process that computes long previews
permission           who may declare, roll and take back what
turn                 what a fight waits for, and what can be declared for a combatant
last_deeds           what somebody did last: proposed targets, and a player's own undo
games                the games there are, and starting a fight
feed                 a fight as an audience sees it, and frames of what is new in it
seat                 a seat, and all that is kept of a table's seats
seats                who sits at the table: links, codes, admission, roles
returning            a person who comes back with another phone, in place of their old seat
passkeys             passkeys: sitting down on another device without a link
passkey_requests     requests about passkeys
tokens               tokens of seats and links, and the spoken code
kept_beside          what a table keeps beside its campaign, in a file or a database
seat_stores          where the seats are kept: in a file, or in a database
scopes               what a bot may do
webhooks             addresses that are told when a fight has ended
webhook_stores       where they are kept: in a file, or in a database
deliveries           telling them, beside the table
writer               the one thread that a campaign is written in
serving              the HTTP server: it runs until a signal, and ends every stream then
garbage              the garbage collector: what lives long is set aside
health               whether the server lives, and whether a command could be recorded now
observing            an id for each request, and telling logs and metrics how it went
logs                 the log for programs, in JSON
metrics              numbers for Prometheus
addresses            where the table is found: ports, links, names
one_server           one server for a campaign
demo                 a table to try: an example fight, and simulated phones
"""
