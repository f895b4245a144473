package prompt

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
)

// Data holds the facts of one prompt. Stage and Tier are needed always; what is nil or empty
// leaves its block out.
type Data struct {
	Stage    string         // one of org's stages
	Tier     org.Tier       // decides the order of the blocks
	Project  *Project       // B1
	Persona  string         // B2: org.Agent.Persona
	Skill    string         // B2, after the persona: Set.SkillFor
	Task     *Task          // B3
	Evidence *work.Evidence // B4
	Nonce    string         // marks data from outside, see Nonce; empty derives one from the facts
	Working  string         // B5: the draft, numbered by paragraph where the stage cites paragraphs
	Contract any            // B6: the stage's own struct, such as ClassifyContract; nil for its zero value
	Volatile Volatile       // B7
}

// Project holds the facts of B1.
type Project struct {
	Title       string
	Objective   string
	Needs       []work.Need
	Assumptions []string
	OutOfScope  []string
	Directives  []string // the founder's standing rules
	Template    org.Template
	OrderedBy   org.Department // whose director asked for it; empty for the founder himself
	Order       string         // the founder's words behind a director's order
}

// ProjectOf returns the facts of B1, from what stands around a step.
func ProjectOf(c work.StepContext) *Project {
	p := &Project{
		Title: c.Project.Title, Objective: c.Plan.Objective, Needs: c.Plan.Needs,
		Assumptions: c.Plan.Assumptions, OutOfScope: c.Plan.OutOfScope, Directives: c.Directives, Template: c.Project.Template,
		OrderedBy: c.Project.OpenedBy, Order: c.Project.Order,
	}
	if p.Objective == "" {
		p.Objective = c.Project.Goal
	}
	if c.Code != nil { // code has no form of a document, and its order in words stands there as the founder's own already
		p.Template = ""
		if prose.Fold(p.Objective) == prose.Fold(c.Request) {
			p.Objective = ""
		}
	}
	return p
}

// Task holds the facts of B3.
type Task struct {
	Title      string
	Goal       string
	Role       string
	Entities   []string
	Acceptance []org.Criterion
	Needs      []work.Need // the requirements that the step serves
	Upstream   []work.Upstream
	Lessons    []string
	Rejections []work.Rejection
	Diagnosis  []string // what the debugger found, in lines
	Steering   []string
	Request    string // the founder's own words
	// Methods are texts of skills from outside that fit the work: data.
	Methods []Method
}

// Method is a skill from outside as a prompt is given it.
type Method struct{ Name, Text string }

// TaskOf returns the facts of B3, from a step and what stands around it. An assembly step is not
// given the results of the others here: they are its working text.
func TaskOf(s org.Step, c work.StepContext) *Task {
	t := &Task{
		Title: s.Title, Goal: s.Goal, Role: s.Role, Entities: s.Entities, Acceptance: s.Acceptance,
		Upstream: c.Upstream, Lessons: c.Lessons, Rejections: c.Rejections, Diagnosis: DiagnosisLines(c.Diagnosis), Steering: c.Steering, Request: c.Request,
	}
	if s.Kind == org.KindAssembly {
		t.Upstream = nil
	}
	return t
}

// Volatile is B7, the only block that may differ between two calls about the
// same facts.
type Volatile struct {
	Day    time.Time // printed as the founder's day; zero leaves it out
	Said   time.Time // when the founder said what is answered, printed with the hour; zero leaves it out
	Budget string    // see BudgetLine
	Note   string    // one sentence about this call, such as what the last reply lacked
}

// Nonce returns the marker of a step's outside data: the same for the same
// secret and id, so that prompts stay byte-identical, and not to be guessed by
// whoever writes a page that is cited.
func Nonce(secret, id string) string {
	h := hmac.New(sha256.New, []byte(secret))
	h.Write([]byte(id))
	return hex.EncodeToString(h.Sum(nil))[:12]
}

// Where the caller has no nonce, it is a hash of all that the prompt says: nobody can write a page
// that holds the hash of itself. A caller's own nonce is better, since it stays the same when the
// working text changes.
func (d *Data) ensureNonce() error {
	if d.Nonce != "" {
		return nil
	}
	raw, err := json.Marshal([]any{d.Project, d.Task, d.Evidence, d.Working, d.Contract})
	if err != nil {
		return fmt.Errorf("make nonce: %w", err)
	}
	d.Nonce = Nonce(d.Stage, string(raw))
	return nil
}
