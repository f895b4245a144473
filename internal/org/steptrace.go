package org

// PromptBlock is one part of a model's prompt.
type PromptBlock struct{ Name, Text string }
