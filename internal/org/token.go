package org

import "time"

// Token is the key of a program that asks the API. The secret itself is nowhere kept.
type Token struct {
	Name string `json:"name"`
	Acts bool   `json:"acts"` // it may give commands; without this it may only look
	// Repository is the one whose changes it may make, and then it may nothing else; empty for all other tokens.
	Repository string    `json:"repository,omitempty"`
	At         time.Time `json:"created_at"`
	Used       time.Time `json:"used_at,omitzero"` // within some minutes; zero for never
}
