"""CATAN – Sternenfahrer: three or four motherships, two dice, five balls and the encounters nobody may see before."""
