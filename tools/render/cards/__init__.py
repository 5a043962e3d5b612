"""Cards of games that never were: their faces drawn flat, and one card photographed on a table."""
