"""What every game needs: finding who is meant, statements of the referee, sheets from rosters."""
