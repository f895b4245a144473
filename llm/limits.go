package llm

// BadRepliesInARow is how many unusable replies in a row end a project as "model unusable".
const BadRepliesInARow = 20
