package llmtest

import (
	"io"
	"time"
)

// Mode is how the server answers.
type Mode string

// The modes.
const (
	ModeAuthor    Mode = "author"    // works from the prompt like a diligent model; the default
	ModeScripted  Mode = "scripted"  // replies of a script, then the author's
	ModeSchema    Mode = "schema"    // random objects that satisfy the schema of the request
	ModeEmpty     Mode = "empty"     // no text at all, with status 200
	ModeGarbage   Mode = "garbage"   // text that answers nothing
	ModeCut       Mode = "cut"       // the author's answers, cut in one of several ways
	ModeFlaky     Mode = "flaky"     // the author's answers, but every Nth call fails, none twice running
	ModeByzantine Mode = "byzantine" // obeys untrusted text and leaks what it was shown
	ModeReplay    Mode = "replay"    // recorded answers; an unknown body is an error with a difference
	ModeDown      Mode = "down"      // every call fails with 503
	ModeSlow      Mode = "slow"      // the author's answers, each Latency late (a quarter of a second when none is set)
)

// Modes lists every mode.
func Modes() []Mode {
	return []Mode{
		ModeAuthor, ModeScripted, ModeSchema, ModeEmpty, ModeGarbage, ModeCut,
		ModeFlaky, ModeByzantine, ModeReplay, ModeDown, ModeSlow,
	}
}

// Options are the settings of a server or of one story of it. The zero value
// is the author, on any key.
type Options struct {
	// Mode is how calls are answered; empty means ModeAuthor.
	Mode Mode
	// Key is the bearer token that calls must carry; empty accepts any or none.
	Key string
	// Seed varies the modes that choose at random.
	Seed uint64
	// Nth makes every Nth call fail in ModeFlaky; 0 means every third.
	Nth int
	// Latency delays the first byte of each answer.
	Latency time.Duration
	// Drip is the time between two events of a stream that never ends
	// (faults) or of StreamSlow; 0 means 20 ms.
	Drip time.Duration
	// Script holds canned replies by stage, in any mode but ModeReplay.
	Script Script
	// Coding is what the author does when it is to change code; without any it gives up.
	Coding Coding
	// Reviewing is what a reviewer of code does; without any he passes what he is shown.
	Reviewing Coding
	// Rules change single calls; the first that matches and is not used up acts.
	Rules []Rule
	// Tools says what becomes of tools that a request offers; see ToolStyles.
	Tools ToolStyle
	// Stream is the way in which streams are written; see StreamStyles.
	Stream StreamStyle
	// Plant is what ModeByzantine emits beside what it was told: URLs,
	// mentions, paths. Without any it has a set of its own.
	Plant []string
	// Replay is the path of a recording (JSON lines) for ModeReplay.
	Replay string
	// Record gets one JSON line for each call answered. A server's, never a story's.
	Record io.Writer
	// Answer, when set, is asked before anything else; its false passes the
	// call on. It is called by many goroutines at once.
	Answer func(Request) (Reply, bool)
}

// Rule changes how the calls of one stage are answered.
type Rule struct {
	// Stage is the stage's name; empty or "*" means every stage.
	Stage string `json:"stage"`
	// Title is a part of the step's title; empty means any step.
	Title string `json:"title"`
	// From is the first matching call that is changed, from 1; 0 means 1.
	From int `json:"from"`
	// Times is how many calls are changed; 0 means all.
	Times int `json:"times"`
	// Do says what happens: "reject" (a reviewer sends the work back), "low"
	// (the critic says no to all), "good" (the critic says no to one item and yes
	// to the rest), "fail" (503), "empty", "garbage", "refuse",
	// "byzantine", "schema", "reply", or "fault:NAME" (see Faults).
	Do string `json:"do"`
	// Reply is the text of Do "reply".
	Reply string `json:"reply"`
}

// Reply is one answer, as a script or a function gives it.
type Reply struct {
	// Text is the content of the answer.
	Text string `json:"text"`
	// Calls are of tools, sent beside the content.
	Calls []Call `json:"calls,omitempty"`
	// Reasoning is sent beside the content.
	Reasoning string `json:"reasoning,omitempty"`
	// Finish is the finish reason; empty means "stop".
	Finish string `json:"finish,omitempty"`
	// Fault names the fault to produce instead (see Faults).
	Fault string `json:"fault,omitempty"`
}

// Call is one call of a tool. Args is JSON in a good one.
type Call struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Args string `json:"arguments"`
}

// ToolStyle is what an endpoint makes of tools.
type ToolStyle string

// The styles.
const (
	ToolsCalled  ToolStyle = ""        // the author of code calls them
	ToolsRefused ToolStyle = "refused" // the endpoint says that the model takes none
	ToolsIgnored ToolStyle = "ignored" // it passes over them in silence
)

// StreamStyle is one way of writing a stream that a client must understand.
type StreamStyle string

// The styles of streams. All carry the same answer.
const (
	StreamPlain     StreamStyle = ""          // a comment, pieces, usage, [DONE]
	StreamCRLF      StreamStyle = "crlf"      // lines end in CR LF
	StreamBytes     StreamStyle = "bytes"     // one byte a write, so that UTF-8 and lines are split
	StreamComments  StreamStyle = "comments"  // 400 comment lines before the first event
	StreamMultiLine StreamStyle = "multiline" // one event in several data lines
	StreamNullUsage StreamStyle = "nullusage" // "usage":null in every chunk but the last
	StreamNoUsage   StreamStyle = "nousage"   // no usage at all
	StreamOneChunk  StreamStyle = "onechunk"  // content, finish reason and usage in a single chunk
	StreamSlow      StreamStyle = "slow"      // Drip between two pieces
)

// StreamStyles lists every style of stream.
func StreamStyles() []StreamStyle {
	return []StreamStyle{
		StreamPlain, StreamCRLF, StreamBytes, StreamComments,
		StreamMultiLine, StreamNullUsage, StreamNoUsage, StreamOneChunk, StreamSlow,
	}
}
