package messages

// goodScore is the score from which a rejection is shown beside it.
const goodScore = 3.5
