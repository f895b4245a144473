package dashboard

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

// ofStep is what each page of a step has.
type ofStep struct {
	view.Base
	S  org.Step
	By string
}

// stageLine is one stage of a round with the calls that it made.
type stageLine struct {
	Name  string // as "frasier stage" takes it; empty for what is under way
	Took  time.Duration
	Calls []reports.CallTrace
}

// roundLine is one round of a step as its page shows it.
type roundLine struct {
	reports.RoundTrace
	Stages  []stageLine
	Took    time.Duration
	Cost    org.NanoUSD
	Unknown int
}

func (s *server) trace(q *request) (reports.StepTrace, ofStep, error) {
	trace, err := s.Records.StepTrace(q.Context(), org.StepID(q.PathValue("id")))
	if err != nil {
		return trace, ofStep{}, err
	}
	team, err := s.Records.Roster(q.Context())
	if err != nil {
		return trace, ofStep{}, err
	}
	page := ofStep{Base: q.base, S: trace.Step}
	page.Title, page.Tab = trace.Step.Title, "Projects"
	for _, a := range team {
		if a.ID == trace.Step.Agent {
			page.By = a.Name
		}
	}
	return trace, page, nil
}

func (s *server) step(q *request) error {
	trace, base, err := s.trace(q)
	if err != nil {
		return err
	}
	why, err := s.Records.Why(q.Context(), string(base.S.ID))
	if err != nil {
		return err
	}
	page := struct {
		ofStep
		Why      reports.WhyReport
		Rounds   []roundLine
		Change   *change // of code; nil for none
		Controls []view.Control
	}{ofStep: base, Why: why}
	if page.Change, err = s.changeOf(q, base.S); err != nil {
		return err
	}
	for _, r := range slices.Backward(trace.Rounds) {
		page.Rounds = append(page.Rounds, lineOf(r))
	}
	id := string(base.S.ID)
	if base.S.State.Ended() {
		page.Controls = append(page.Controls, page.Control("Do it again", "redo "+id, "What should be different?"))
	} else {
		page.Controls = append(page.Controls, page.Control("Tell who works on it something", "steer "+id, "What should they know?"))
	}
	return s.show(q, "step", page)
}

// lineOf puts each call of a round to the stage that ended next after it began.
func lineOf(r reports.RoundTrace) roundLine {
	out := roundLine{RoundTrace: r}
	var from time.Time
	note := func(at time.Time) {
		if !at.IsZero() && (from.IsZero() || at.Before(from)) {
			from = at
		}
	}
	for _, c := range r.Calls {
		note(c.At)
		out.Cost += c.Cost
		if c.CostSource == org.CostUnknown && !c.EndedAt.IsZero() {
			out.Unknown++
		}
	}
	for _, p := range r.Stages {
		note(p.At)
	}
	left, at := r.Calls, from
	for _, p := range r.Stages {
		line := stageLine{Name: org.StageSlot(p.Stage, p.Seq), Took: p.At.Sub(at)}
		for len(left) > 0 && !left[0].At.After(p.At) {
			line.Calls = append(line.Calls, left[0])
			left = left[1:]
		}
		out.Stages = append(out.Stages, line)
		at = p.At
	}
	if len(left) > 0 {
		for _, c := range left {
			if c.EndedAt.After(at) {
				at = c.EndedAt
			}
		}
		out.Stages = append(out.Stages, stageLine{Calls: left})
	}
	out.Took = at.Sub(from)
	return out
}

// call shows one call of a model: what was asked, block by block, and answered.
func (s *server) call(q *request) error {
	trace, base, err := s.trace(q)
	if err != nil {
		return err
	}
	seq, err := strconv.ParseInt(q.PathValue("call"), 10, 64)
	if err != nil {
		return org.ErrNotFound
	}
	for _, r := range trace.Rounds {
		for _, c := range r.Calls {
			if c.Seq == seq {
				c.Reply = readable(c.Reply)
				base.Live = false
				return s.show(q, "call", struct {
					ofStep
					C reports.CallTrace
				}{base, c})
			}
		}
	}
	return org.ErrNotFound
}

// stage shows what a saved stage handed on.
func (s *server) stage(q *request) error {
	trace, base, err := s.trace(q)
	if err != nil {
		return err
	}
	for _, r := range trace.Rounds {
		for _, p := range r.Stages {
			if strconv.Itoa(r.N) == q.PathValue("round") && org.StageSlot(p.Stage, p.Seq) == q.PathValue("stage") {
				base.Live = false
				return s.show(q, "stage", struct {
					ofStep
					Name   string
					P      work.Checkpoint
					Output string
				}{base, q.PathValue("stage"), p, readable(p.Output)})
			}
		}
	}
	return org.ErrNotFound
}

// audit is what the checks by code found in a draft, as drafts keep it.
type audit struct {
	Quotes     int      `json:"quotes"`
	Fabricated []string `json:"fabricated"`
	Factual    int      `json:"factual"`
	Supported  int      `json:"supported"`
	Numbers    int      `json:"numbers"`
	BadNumbers []string `json:"bad_numbers"`
	BadNames   []string `json:"bad_names"`
	Warnings   []string `json:"warnings"`
	Acceptance []struct {
		Text   string `json:"text"`
		Detail string `json:"detail"`
		ByCode bool   `json:"by_code"`
		Met    bool   `json:"met"`
	} `json:"acceptance"`
	MustFix []struct {
		Check string `json:"check"`
		Text  string `json:"text"`
		Fix   string `json:"fix"`
	} `json:"must_fix"`
}

// draft shows one version of a step's result: its text, what the checks found,
// and what changed since the version before.
func (s *server) draft(q *request) error {
	trace, base, err := s.trace(q)
	if err != nil {
		return err
	}
	page := struct {
		ofStep
		D       work.Draft
		Text    string // of the draft
		Claims  string // what it notes of each claim, for the checks
		Audit   *audit
		Before  *work.Draft
		Changes []view.Passage
	}{ofStep: base}
	page.Live = false
	for _, r := range trace.Rounds {
		for _, d := range r.Drafts {
			if strconv.Itoa(d.Round) != q.PathValue("round") || strconv.Itoa(d.Version) != q.PathValue("version") {
				page.Before = &d
				continue
			}
			page.D = d
			page.Text, page.Claims, _ = strings.Cut(d.Body, "\n```evidence\n")
			page.Claims = strings.TrimSuffix(strings.TrimSpace(page.Claims), "```")
			var a audit
			if json.Unmarshal([]byte(d.AuditJSON), &a) == nil {
				page.Audit = &a
			}
			if page.Before != nil {
				page.Changes = view.Compare(page.Before.Body, d.Body)
			}
			return s.show(q, "draft", page)
		}
	}
	return org.ErrNotFound
}

// readable lays an object out over lines; anything else stays as it is.
func readable(text string) string {
	text = strings.TrimSpace(text)
	var out bytes.Buffer
	if json.Indent(&out, []byte(text), "", "  ") != nil {
		return text
	}
	return out.String()
}
