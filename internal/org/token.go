package org

import "time"

// Token is the key of a program that asks the API. The secret itself is nowhere kept.
type Token struct {
	Name string `json:"name"`
	Acts bool   `json:"acts"` // it may give commands; without this it may only look
	// Repository is the one whose changes it may make, and then it may nothing else; empty for all other tokens.
	Repository string `json:"repository,omitempty"`
	// Orders lets it start projects, for at most Daily in a day of the founder's, and decide nothing.
	Orders bool      `json:"orders,omitempty"`
	Daily  NanoUSD   `json:"daily_nano_usd,omitempty"` // 0: nothing yet
	At     time.Time `json:"created_at"`
	Used   time.Time `json:"used_at,omitzero"` // within some minutes; zero for never
}

// AgentTransport is that of the messages by which tokens order projects: no chat listens or sends there, and what they say is nobody's who may
// decide.
const AgentTransport = "agent"

// OrdersMost bounds the projects that a token orders in a day, whatever they cost: an agent that runs in a circle stops there.
const OrdersMost = 50
