package reports

import "github.com/frasier-cos/frasier/internal/coding"

// AgentFacts describe a coding agent of others on a machine.
type AgentFacts struct {
	Kind      coding.CoderKind  `json:"agent"`
	Version   string            `json:"version,omitempty"`
	Dir       string            `json:"dir"`
	Wire      string            `json:"wire"` // the protocol in which it asks a model
	Node      string            `json:"node,omitempty"`
	Package   string            `json:"package"`             // that was measured
	Missing   string            `json:"missing,omitempty"`   // why it is not there
	Fix       string            `json:"fix,omitempty"`       // what brings it
	Rehearsal *coding.Rehearsal `json:"rehearsal,omitempty"` // of just this version; nil where it was not tried
}
