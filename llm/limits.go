package llm

// BadRepliesInARow unusable replies end a project as "model unusable".
const BadRepliesInARow = 20
