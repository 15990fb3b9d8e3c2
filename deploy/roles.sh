#!/bin/sh
# Makes the role that combatlog runs under. PostgreSQL's image runs this once, in a new database.
set -eu
psql --no-psqlrc --set=ON_ERROR_STOP=1 --username=postgres --dbname="$POSTGRES_DB" \
    --set=password="$TABLE_PASSWORD" <<'SQL'
CREATE ROLE combatlog LOGIN PASSWORD :'password';
SQL
