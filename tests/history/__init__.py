"""Histories of many writers and readers, checked against the log that was left in the end.

checker            what was said and read, and everything in it that the log contradicts
writers            people who write and read over HTTP, and go on when the server has died
ports              a port that a server can be started at again
store_writers      people who write and read in a store itself
test_checker       the checker finds planted mistakes
test_kills         eight writers, while the server is killed and started again
test_database_faults  writers in a database, while the network drops and servers are killed
test_failover      a standby takes over
test_full_disk     a full disk under a database and a campaign file
test_served_failover  a standby takes over for the database of two servers
test_partition     a network that passes nothing on before one of two servers
test_long_play     a hundred and eight writers at two servers, which are killed, as is the database
test_many_streams  many streams, which resume after a kill
"""
