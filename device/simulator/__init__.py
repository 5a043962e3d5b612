"""The simulated table: real perspective, light, shadow, blur and noise, drawn without any of vision's code."""
