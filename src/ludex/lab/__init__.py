"""The lab: thousands of simulated fights of a scene, by the rules that are played, and what one changed number does."""
