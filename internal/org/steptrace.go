package org

// PromptBlock is one part of what a model was given.
type PromptBlock struct{ Name, Text string }
