package org

import "time"

// Channel is one place where people and Frasier talk.
type Channel struct {
	Transport string // "discord", "terminal"
	ID        string // the transport's own id
}

// ThreadedTransport is the transport that can give each project a thread of
// its own and shows cards and pictures.
const ThreadedTransport = "discord"

// CompanyTransport is that of messages that directors write: no chat listens or sends there.
const CompanyTransport = "company"

// DashboardTransport is that of what is said on the dashboard, by each founder in a channel of his own.
const DashboardTransport = "dashboard"

// Threaded reports whether the channel is of such a transport.
func (c Channel) Threaded() bool { return c.Transport == ThreadedTransport }

// Attachment is one file that came with a message. Its bytes are stored under
// their hash; Text is what could be read of them.
type Attachment struct {
	Name        string
	ContentType string // as the sender claims
	Size        int64  // bytes of the original
	SHA256      string // of the original bytes
	Data        []byte // the original; empty once stored
	Text        string // extracted text, at most AttachmentBytesUsed bytes
	Note        string // what could not be read, in a sentence; empty when all was
	Sense       Sense  // how a worker is to take it in and has not yet; empty for what needs none
	// Before says when a file of the same bytes was last dropped, and Started the
	// project that this began; zero and empty for a file that is new.
	Before  time.Time
	Started ProjectID
}

// IssueOrigin begins the origin of a message whose words stand at a forge, written by whoever may write there.
const IssueOrigin = "issue:"

// HookOrigin begins the origin of a message that somebody else's program caused: its words are a founder's, what it quotes is not.
const HookOrigin = "hook:"

// Message is one thing that a person said.
type Message struct {
	ID          MessageID
	Channel     Channel
	Origin      string // the transport's id, unique in Channel; hearing twice is harmless
	Author      string
	Text        string
	RepliesTo   string // the transport's id of the message in Channel that it replies to; empty for none
	Attachments []Attachment
	Explicit    bool    // an explicit command: always a project, the classification is only recorded
	Cap         NanoUSD // what the project that it orders may cost in all; 0 for no cap
	Repository  string  // the name of the repository that it orders work on; empty when only its words say
	Base        string  // the branch or project of ours that its change of code starts on, or "main"; empty when only its words say
	Marked      bool    // its chat shows on the message that it was heard and handled (see Ack)
	SaidAt      time.Time
}

// Class is the sort of a message.
type Class string

// The classes. ClassNone stands for "no classification": the model
// did not answer or its answer could not be read.
const (
	ClassNone        Class = ""
	ClassCasual      Class = "casual"
	ClassSimpleTask  Class = "simple_task"
	ClassFullProject Class = "full_project"
)

// Classification is the reading of one message.
type Classification struct {
	Class      Class
	Confidence float64
	Title      string
	Evidence   []string // phrases quoted from the message
	Rules      []string // structural rules that hit, by name
	Structural bool     // a structural rule says full project
	Certain    bool     // it follows from a command or a file, and no model overrules it
	Question   bool     // the founder wants to know something and orders nothing
	Directives []string // rules that he gives for all work from now on, word for word
	Ask        string   // a question back that would decide between two readings; empty for none
	Command    string   // an explicit command, when a rule found one
	Model      string   // model served; empty when rules alone decided
	Unparsed   bool     // the model's reply could not be read
}

// Action names a deed that the chief's reply asks for.
type Action string

// The chief's actions. ActionNone stands for a reply without one.
const (
	ActionNone       Action = ""
	ActionResponse   Action = "RESPONSE"
	ActionProposal   Action = "PROPOSAL"
	ActionNewProject Action = "NEW_PROJECT"
)

// Turn is one message handled: its reading, the reply and what is started. It is stored whole in
// one transaction.
type Turn struct {
	Message        MessageID
	Classification Classification
	Tag            Action      // what the chief's reply asked for
	Route          Action      // what was decided (see Route)
	Reply          string      // markdown, said back through the outbox
	Card           Card        // what stands beside the reply
	Files          []File      // that go with the reply
	Fleeting       Fleeting    // what the reply tells that is kept nowhere and made when it is sent; empty for none
	Day            string      // that it is about, as "2026-03-02"; empty for the day on which it is sent
	Tags           []string    // topic tags
	Directives     []string    // founder's rules found in the message
	Project        *NewProject // what is started; nil for a RESPONSE
	Steering       ProjectID   // the project this message steers; empty for none
	// Mute says whether the agents' words are left out of the thread of the
	// project About from now on; nil leaves it as it is.
	Mute  *bool
	About ProjectID
	// Stages keep what a model was asked on the way to it, for that to be done again.
	Stages []StageResult
}

// PastTurn is a stored turn, for the history in a prompt.
type PastTurn struct {
	Message Message
	Reply   string
	At      time.Time
	Asked   bool // the reply asked something back, see RuleAsked
}

// RuleAsked is among the rules of a classification whose reply asked something
// back instead of starting work, so that the next message is read as its answer.
const RuleAsked = "asked back"

// Report is a document that was delivered.
type Report struct {
	Project  ProjectID
	Title    string
	Markdown string
	Delivery string // key of the delivery that brought it
	At       time.Time
}

// NewProject is a project to be started.
type NewProject struct {
	Title, Goal string
	Mode        Mode
	Template    Template
	Depth       Depth
	Single      bool        // a simple task: one mission of one step
	Offline     bool        // worked on without a model
	Phases      []Phase     // in order; one at least
	Roadmap     *Roadmap    // nil when the project came as prose
	URLs        []string    // the founder's links, to be fetched by the worker as sources
	Gates       []GatePoint // where the founder asked the work to stop
}

// Ack is the state that a chat shows on a message itself. At most one of Done and Failed is set;
// with neither the message waits to be handled.
type Ack struct {
	Message  MessageID
	Channel  Channel
	Origin   string
	Received bool // the mark that it was heard is there already
	Done     bool // it was handled and what was to be said is said
	Failed   bool // it was ignored, or the reply could not be sent
}
