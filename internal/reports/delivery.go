package reports

import (
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// Delivery is one thing to be said or published. Key is the same for every
// try, so a receiver that remembers keys takes it once.
type Delivery struct {
	ID      org.DeliveryID
	Key     string
	Channel org.Channel
	Project org.ProjectID
	Kind    DeliveryKind
	Title   string
	Body    string // markdown; empty while it is to be made of Facts
	Facts   Facts
	Files   []org.File
	Card    org.Card
	// Thread is the project's own thread, as the transport names it; empty
	// while there is none. Replaces is the receipt of the message that this
	// one takes the place of (see Card.Slot); empty when it is a new one.
	Thread   string
	Replaces string
	// Name is the project's title, by which its thread is called whatever the
	// first delivery is about; empty when the delivery is about no project.
	Name string
	// Asker asked for the project, as the transport names him, and
	// Answers the transport's id of the message in Channel with which he did.
	// Both are empty when the delivery is about no project. Single says that
	// the project is one task, which has no thread: it is answered where it was
	// asked for.
	Asker     string
	Answers   string
	Single    bool
	State     org.DeliveryState
	Attempts  int
	NextTry   time.Time
	Receipt   string // the transport's id of what was sent
	Reason    string // why it was abandoned
	CreatedAt time.Time
	// Aside says that it waits out of line: what comes behind it goes on.
	Aside bool
}

// DeliveryKind is the subject of a delivery.
type DeliveryKind string

// The kinds of deliveries.
const (
	DeliverReply      DeliveryKind = "reply"
	DeliverPlan       DeliveryKind = "plan"
	DeliverPhase      DeliveryKind = "phase"
	DeliverResult     DeliveryKind = "result"
	DeliverFailure    DeliveryKind = "failure"
	DeliverEscalation DeliveryKind = "escalation"
	DeliverNotice     DeliveryKind = "notice"
	DeliverLine       DeliveryKind = "line"   // one agent speaks in a project's thread
	DeliverCard       DeliveryKind = "card"   // a project's card, edited in place
	DeliverMoney      DeliveryKind = "money"  // a threshold of the founder's was passed
	DeliverDigest     DeliveryKind = "digest" // what was said without a ping because the day's were used
)
