"""Draws tables with known truth: the surfaces, lamps, cameras and pieces, shared by training and measuring.

Modules at the top serve every kind of piece: surfaces, lamps, lamp_colours, cameras, sensor, dice and the Scene they
end in. A folder for each kind draws its pieces and lays them out; scenes/ has a module a kind with the conditions that
accuracy is measured under.

Kinds import what is at the top, never the other way round, and only scenes/ imports several kinds. Nothing here imports
training or measuring. The simulated table of the device draws by itself on purpose: what is measured on one picture
maker should hold on another; only scenes/simulated.py shows it.

Same seed, same picture: stored data, limits and networks were made with these. So whatever is shared draws the same
random numbers in the same order as before, and what only looks alike stays apart and says why.
"""
