package org

import "time"

// ModelTrait is one thing that was learnt of how a model at an endpoint wants
// to be asked. Said are the endpoint's words that taught it.
type ModelTrait struct {
	Endpoint, Model, Trait string
	Value                  int
	Said                   string
	At                     time.Time
}
