package reports

import (
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// AuditPart is one kind of record that an audit has beside the journal.
type AuditPart string

// The parts, in the order in which an audit has them.
const (
	AuditCommands   AuditPart = "command"
	AuditDecisions  AuditPart = "decision"
	AuditMessages   AuditPart = "message" // between departments
	AuditDeliveries AuditPart = "delivery"
	AuditCalls      AuditPart = "call" // of models
)

// AuditParts lists the parts.
func AuditParts() []AuditPart {
	return []AuditPart{AuditCommands, AuditDecisions, AuditMessages, AuditDeliveries, AuditCalls}
}

// AuditRecord is one record of an audit: who did what and when. What was said,
// asked, answered or written is not in it, but for the founder's own commands.
type AuditRecord struct {
	Kind    AuditPart    `json:"kind"`
	ID      string       `json:"id"`
	At      int64        `json:"at"`              // microseconds since 1970
	Ended   int64        `json:"ended,omitempty"` // the same
	Project string       `json:"project,omitempty"`
	Step    string       `json:"step,omitempty"`
	By      string       `json:"by,omitempty"`    // who gave, decided, sent or answered it
	To      string       `json:"to,omitempty"`    // whom it went to
	What    string       `json:"what"`            // a command's line; the kind of all else
	State   string       `json:"state"`           // how it ended, or that it did not
	Proof   string       `json:"proof,omitempty"` // an answer's option, a delivery's receipt, an endpoint's id of a call
	In      int          `json:"tokens_in,omitempty"`
	Out     int          `json:"tokens_out,omitempty"`
	Cost    *org.NanoUSD `json:"cost_nano_usd,omitempty"` // missing where it is unknown
}

// AuditAfter says where a reader of records goes on: after the record of that place
// and id. The zero value is the beginning.
type AuditAfter struct {
	Place int64
	ID    string
}

// AuditQuery selects records: of one project unless it is empty, and not before a time.
type AuditQuery struct {
	Part    AuditPart
	Project org.ProjectID
	Since   time.Time
}
