package tiers

// So many steps of a kind must have ended on a tier before the router learns from them.
const learnSteps = 10
