package work

import (
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
)

// Checkpoint is one stage's saved result. A step that starts again reads it
// instead of doing the stage twice, as long as InputHash is the same.
type Checkpoint struct {
	Step      org.StepID
	Round     int
	Stage     string
	Seq       int // for stages that run more than once in a round, from 0
	InputHash string
	Output    string // JSON
	At        time.Time
	Setup     string `json:"-"` // id of how the process was set up
}

// Review is one reviewer's verdict on one round's draft.
type Review struct {
	Reviewer org.AgentID
	Role     string // "qa", "lead"
	Pass     bool
	Findings []string // what must change, each with its quote
	Remarks  []string // what one who passed it would still change; they go out with the result
	Model    string
}

// Draft is one version of a result. All are kept; the best is used.
type Draft struct {
	Round     int
	Version   int
	Body      string
	Score     float64
	Scored    bool
	Points    org.Points
	MustFix   int
	Chosen    bool
	AuditJSON string
}

// RaisedByReviewer begins a line of what a result does not establish that one who
// judged it raised, and that its author neither took up nor answered.
const RaisedByReviewer = "Raised by a reviewer: "

// RaisedAsImportant begins such a line when the founder would do the wrong thing without
// it: it belongs on the first page.
const RaisedAsImportant = "Raised by a reviewer as important: "

// Mended is the result of a completed step with the words changed that did not
// agree with the other parts of the document.
type Mended struct {
	Step           org.StepID
	Result, Digest string
}

// Fault keeps a step from its work and is none of its own. The zero value is none.
type Fault struct {
	For org.WaitFor // what it waits for
	Why string
}

// Outcome is the result that a worker hands in at the end of a claim.
type Outcome struct {
	Next       org.StepState // completed, failed, pending (rejected with strikes left, or held)
	Result     string
	Digest     string
	Citations  []Citation
	Drafts     []Draft
	Reviews    []Review
	Score      float64
	Scored     bool
	Points     org.Points // of the draft that was chosen
	Reviewed   string
	Strike     bool               // this round was rejected
	Feedback   []string           // for the next round
	Cause      string             // for failed
	Escalation string             // a sentence for the founder; empty for none
	Question   org.EscalationKind // what sort of question Escalation is; empty means strategic
	// Advice makes the mission be planned again after a failure: what the new
	// plan should do otherwise. Empty for none.
	Advice   string
	Fault    Fault
	Notice   string   // what the founder is told once for the project, however many steps hand it in
	Hold     org.Hold // for pending
	RunAfter time.Time
	Served   org.Tier
	Lesson   string    // a reusable lesson, candidate; empty for none
	Approach *Approach // how it was gone about; nil without a model
	Skills   []string  // what the work called for
	// Diagnosis is set by the round before which the debugger was asked.
	Diagnosis *Diagnosis
	// Deliverable is set by the assembly step.
	Deliverable *Deliverable
	// Mended are the results of other steps that the assembly step changed.
	Mended []Mended
	// Change is set by a completed step that changes code.
	Change *coding.Change
	// Answer is set by a step that was to change code and ends completed without a change, because what it was asked for is not so.
	Answer *coding.Answer
	// Found is set by a step that read a pull request of somebody else.
	Found *coding.Found
	// Harm says that whoever was to do it thinks that it does harm: the founder may want it all the same.
	Harm  bool
	Hunk  string        // lines of code that the question is about; empty for none
	Offer *coding.Offer // a change that only the founder may let through; the step fails until he does
}

// AfterReview is the three-strike rule: given the strikes before a round and
// whether the round passed, it returns the strikes after it and the step's
// next state.
func AfterReview(strikes int, pass bool) (int, org.StepState) {
	if pass {
		return strikes, org.StepCompleted
	}
	if strikes+1 >= org.StrikeCap {
		return strikes + 1, org.StepFailed
	}
	return strikes + 1, org.StepPending
}
