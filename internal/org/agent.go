package org

import "strings"

// Agent is one member of Frasier.
type Agent struct {
	ID       AgentID
	Name     string
	Role     string // title, "Head of Research"
	Category string // routing category: research, content, engineering, quality, growth, knowledge, chief
	Team     string // empty for agents that never review
	Persona  string // rendered text for the prompt
	Version  int    // of the persona
	Reviewer string // "qa", "lead" or empty
}

// LedgerAgent returns the id as the ledger keeps it: only ids of agents,
// everything else becomes empty.
func LedgerAgent(id AgentID) AgentID {
	if strings.HasPrefix(string(id), "agent-") {
		return id
	}
	return ""
}

// Categories lists the routing categories in the order of preference when
// keywords tie.
func Categories() []string {
	return []string{"research", "strategy", "content", "marketing", "engineering", "design", "finance", "legal", "operations", "quality"}
}
