// Package replay reads a tape, the recorded calls of a project that a capable
// model served, and puts each reply through today's parsers and checks of its
// stage with what its prompt held. It measures the checks against drafts that
// somebody wrote in earnest: an honest reply raises no hard finding, and each
// fault that was planted is caught.
//
// A tape is a file of JSON lines, one a call; it may be compressed with gzip.
// Nothing is asked, written or kept.
package replay

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/worker/check"
	"github.com/frasier-cos/frasier/worker/review"
)

// Call is one recorded call with its labels.
type Call struct {
	N        int       `json:"n"`
	Stage    string    `json:"stage"`
	Title    string    `json:"title,omitempty"` // of the step; empty when the call is about none
	Model    string    `json:"model,omitempty"`
	Messages []Message `json:"messages"`
	Reply    string    `json:"reply"`
	// Planted are the faults that somebody put into the reply on purpose, each by
	// words that stand in what is found of it. A reviewer who was lenient on
	// purpose is planted as "lenient": he is caught when the draft that he praised
	// does not count as clean.
	Planted []string `json:"planted,omitempty"`
	// Gone says that today nobody asks for the call: the finding that led to it was
	// false and is gone. It is read like any other, and left out where the project is
	// run again.
	Gone bool   `json:"gone,omitempty"`
	Note string `json:"note,omitempty"` // for people
}

// Message is a part of a recorded prompt. Its content is a text or a list of
// parts with texts.
type Message struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
}

// Row is the outcome of one call.
type Row struct {
	N     int      `json:"n"`
	Stage string   `json:"stage"`
	Read  string   `json:"read"`  // what the parsers made of the reply; empty when they could not read it
	Hard  []string `json:"hard"`  // findings that no reviewer may wave through
	Soft  []string `json:"shown"` // findings that are shown and go on
	// False are hard findings that are no planted fault, and what could not be
	// read; Missed are planted faults that nothing found.
	False   []string `json:"false"`
	Missed  []string `json:"missed"`
	Planted int      `json:"planted"`
	Draft   bool     `json:"draft"` // the reply is a draft
}

// Sum counts the rows of a tape.
type Sum struct {
	Calls   int `json:"calls"`
	Honest  int `json:"honest_drafts"`
	Shown   int `json:"shown"` // findings about honest drafts that are not hard
	False   int `json:"false"`
	Planted int `json:"planted"`
	Missed  int `json:"missed"`
}

// Total counts the rows of a tape.
func Total(rows []Row) Sum {
	s := Sum{Calls: len(rows)}
	for _, r := range rows {
		s.False += len(r.False)
		s.Missed += len(r.Missed)
		s.Planted += r.Planted
		if r.Draft && r.Planted == 0 {
			s.Honest++
			s.Shown += len(r.Soft)
		}
	}
	return s
}

// String says the counts in a sentence.
func (s Sum) String() string {
	return fmt.Sprintf("%d calls. %d honest drafts: %d hard findings, %d others. %d planted faults: %d missed.", s.Calls, s.Honest, s.False, s.Shown, s.Planted, s.Missed)
}

// longestLine is in bytes.
const longestLine = 16 << 20

// Read reads a tape.
func Read(r io.Reader) ([]Call, error) {
	b := bufio.NewReader(r)
	var in io.Reader = b
	if magic, err := b.Peek(2); err == nil && bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		if in, err = gzip.NewReader(b); err != nil {
			return nil, fmt.Errorf("read tape: %w", err)
		}
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, longestLine)
	var out []Call
	for lines.Scan() {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var c Call
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			return nil, fmt.Errorf("read tape: call %d: %w", len(out)+1, err)
		}
		out = append(out, c)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read tape: %w", err)
	}
	if len(out) == 0 {
		return nil, errors.New("read tape: it holds no call")
	}
	return out, nil
}

type player struct {
	kinds map[string]org.StepKind // by a goal's text
	last  map[string]review.Work  // the newest draft, by its task's title
}

// Run replays a tape.
func Run(calls []Call) []Row {
	p := player{kinds: map[string]org.StepKind{}, last: map[string]review.Work{}}
	out := make([]Row, 0, len(calls))
	for _, c := range calls {
		row := Row{N: c.N, Stage: c.Stage, Planted: len(c.Planted), Draft: c.Stage == org.StageSynthesize || c.Stage == org.StageRevise}
		var found []check.Defect
		switch c.Stage {
		case org.StageSynthesize, org.StageRevise:
			found = p.playDraft(c, &row)
		case org.StageCritique:
			found = p.playCritique(c, &row)
		case org.StageQA, org.StageLead:
			found = p.playVerdict(c, &row)
		case org.StageSummary:
			row.Read = fmt.Sprintf("text, %d words", len(strings.Fields(c.Reply)))
		default:
			p.readObject(c, &row)
		}
		row.labelOf(c, found)
		out = append(out, row)
	}
	return out
}

// A planted form is caught when the reply is read in spite of it.
func (r *Row) labelOf(c Call, found []check.Defect) {
	planted := slices.Clone(c.Planted)
	for _, d := range found {
		text := d.Check + ": " + d.Text + ": " + d.Fix
		if d.Hard {
			r.Hard = append(r.Hard, text)
		} else {
			r.Soft = append(r.Soft, text)
		}
		ours := slices.ContainsFunc(c.Planted, func(p string) bool { return p == lenient || strings.Contains(text, p) })
		planted = slices.DeleteFunc(planted, func(p string) bool { return p == lenient || strings.Contains(text, p) })
		if d.Hard && !ours {
			r.False = append(r.False, text)
		}
	}
	r.Missed = slices.DeleteFunc(planted, func(p string) bool { return p == "form" && r.Read != "" })
	if r.Read == "" {
		r.False = append(r.False, "the reply could not be read")
	}
}

const lenient = "lenient"

// The passages and criteria are those of the draft's prompt.
func (p *player) playDraft(c Call, row *Row) []check.Defect {
	s := p.reviewedWork(c)
	title := s.Step.Title
	if c.Stage == org.StageRevise {
		c.Reply = check.Revise(p.last[title].Reply, c.Reply, p.last[title].Audit.Fabricated).Reply
	}
	s.Draft = check.ParseDraft(c.Reply)
	w := review.Work{Step: s.Step, Evidence: s.Evidence, Reply: c.Reply, Draft: s.Draft, Audit: check.Run(s)}
	p.last[title] = w
	a := w.Audit
	row.Read = fmt.Sprintf("%d statements, %d cited; %d numbers; %d quotes", a.Factual, a.Supported, a.Numbers, a.Quotes)
	if strings.TrimSpace(w.Draft.Text) == "" {
		row.Read = ""
	}
	return a.MustFix
}

// The draft is left out.
func (p *player) reviewedWork(c Call) check.Subject {
	s := readPrompt(c.promptText())
	return check.Subject{Step: s.stepOf(p.kinds), Evidence: work.Evidence{Passages: s.passages}, Context: s.taskContext()}
}

// First returns the first drafts of a tape, by the number of their call, as the checks are given
// them.
func First(calls []Call) map[int]check.Subject {
	p := player{kinds: map[string]org.StepKind{}}
	out := map[int]check.Subject{}
	for _, c := range calls {
		if c.Stage != org.StageSynthesize {
			p.readObject(c, &Row{})
			continue
		}
		s := p.reviewedWork(c)
		s.Draft = check.ParseDraft(c.Reply)
		out[c.N] = s
	}
	return out
}

// The critic's reply is about the newest draft of its task. What is found of the draft stays
// found, whatever the critic says.
func (p *player) playCritique(c Call, row *Row) []check.Defect {
	w := p.last[readPrompt(c.promptText()).title]
	object, err := llm.Object(c.Reply, nil)
	if err != nil {
		return nil
	}
	got, err := review.ReadCritique(object, w)
	if err != nil {
		return nil
	}
	row.Read = fmt.Sprintf("average %.2f; %d not met, told to the author", got.Scores.Average, len(got.Unmet))
	return ofDraft(got.Fixes[:got.MustFix], c)
}

func (p *player) playVerdict(c Call, row *Row) []check.Defect {
	w := p.last[readPrompt(c.promptText()).title]
	p.readObject(c, row)
	return ofDraft(w.Audit.MustFix, c)
}

// Findings of the draft that a reviewer judged count for his reply only when it was planted, since
// the draft's own row has them.
func ofDraft(found []check.Defect, c Call) []check.Defect {
	if slices.Contains(c.Planted, lenient) {
		return found
	}
	return nil
}

// The reply is a JSON object, or a text where the stage has none.
func (p *player) readObject(c Call, row *Row) {
	object, err := llm.Object(c.Reply, nil)
	switch {
	case err == nil:
		row.Read = fmt.Sprintf("object, %d bytes", len(object))
		p.learnPlan(object)
	case errors.Is(err, llm.ErrNoObject) && !strings.ContainsAny(c.Reply, "{[") && strings.TrimSpace(c.Reply) != "":
		row.Read = fmt.Sprintf("text, %d words", len(strings.Fields(c.Reply)))
	case json.Valid([]byte(c.Reply)):
		row.Read = "list"
	}
}

// A plan says which kind of work each goal is.
func (p *player) learnPlan(object json.RawMessage) {
	var plan struct {
		Items []struct {
			Goal string       `json:"goal"`
			Kind org.StepKind `json:"kind"`
		} `json:"items"`
	}
	if err := json.Unmarshal(object, &plan); err != nil {
		return // it is no plan
	}
	for _, i := range plan.Items {
		if i.Goal != "" && i.Kind != "" {
			p.kinds[i.Goal] = i.Kind
		}
	}
}
