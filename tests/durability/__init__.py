"""Campaigns on machines that fail, and with several writers at once.

test_crash                 every storage call of a session fails in turn
test_faults                the fault library sees every storage call
test_concurrent_writers    eight processes write to one file
faults                     the C library (faults.c) that lets storage calls fail
injections                 a process that injects faults
scenarios                  what is recorded meanwhile
recorder                   a session that can repeat its lines
integrity                  checks of a campaign file
faulty_stores              wrong stores that test_crash has to catch
concurrent_writer          one of the eight processes
count_calls                a session that counts its storage calls
"""
