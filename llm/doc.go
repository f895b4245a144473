// Package llm is the only package that calls a model. Client.Do is its one
// function: it looks for the answer in the ledger, asks the tier's model,
// retries what may pass, falls back to a lower tier when a model cannot be
// reached, reads JSON out of what came back and writes every try into the
// ledger. What it cannot mend it returns as an *Error whose class says who must
// act: Transport errors make a step wait, Content errors are for the stage's
// fallback.
//
// A Provider carries the calls: Endpoint speaks to OpenRouter or to any
// compatible endpoint; the extractive provider answers without a model.
package llm
