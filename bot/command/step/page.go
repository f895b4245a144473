package step

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

//go:embed step.html
var stepPage string

//go:embed call.html
var callPage string

//go:embed stage.html
var stagePage string

//go:embed draft.html
var draftPage string

//go:embed change.html
var changePage string

// A page shows no more of a patch; all of it is in the project's folder.
const diffMost = 200 << 10

// Each page of a step has these.
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

// The pages of a step show so what it changed in code.
type change struct {
	coding.StepChange
	Patches []view.FilePatch
	Cut     bool          // the patch is longer than what is shown
	Found   []roundsFound // by reviewers, that stands at no line of the patch
}

// What reviewers found in one round.
type roundsFound struct {
	N     int
	Texts []string
}

// showFindings puts what reviewers of the newest round said of a line below that line; all else is told by rounds.
func (c *change) showFindings(rounds []reports.RoundTrace) {
	newest := true
	for _, r := range slices.Backward(rounds) {
		var placed []coding.ReviewFinding
		found := roundsFound{N: r.N}
		for _, v := range r.Reviews {
			for _, text := range slices.Concat(v.Findings, v.Remarks) {
				if f, is := coding.ReadFinding(text); is && newest {
					f.Text = "A reviewer says: " + f.Text
					placed = append(placed, f)
					continue
				}
				found.Texts = append(found.Texts, text)
			}
		}
		var rest []coding.ReviewFinding
		c.Patches, rest = view.Annotate(c.Patches, placed)
		for _, f := range rest {
			found.Texts = append(found.Texts, f.String())
		}
		if len(found.Texts) > 0 {
			c.Found = append(c.Found, found)
		}
		newest = newest && len(r.Reviews) == 0
	}
}

// LevelLine says how much may be done to the repository.
func (c change) LevelLine() string {
	r := c.Order.Repository
	return fmt.Sprintf("The level of %s is %s.", r.Name, r.DescribeLevel())
}

// Elsewhere says where the change was made that came from a program elsewhere; empty for any other.
func (c change) Elsewhere() string {
	if c.Remote == nil {
		return ""
	}
	return wording.DescribeHandedIn(*c.Remote) + "."
}

// KindLine says what kind of change it is, who says so and what must be shown of it; empty where an older version planned it.
func (c change) KindLine() string {
	named, kind := c.Kind(), c.Named()
	switch {
	case kind == "" && c.Proven == "":
		return ""
	case c.Proven == "":
		return fmt.Sprintf("It is %s (%s), shown by %s.", kind, named.From, kind.Shown())
	case kind == "" || kind == c.Proven:
		return fmt.Sprintf("It is %s (%s). It was to be shown by %s.", c.Proven, named.From, c.Proven.Shown())
	}
	return fmt.Sprintf("It was called %s (%s) and is more than that: it was to be shown as %s, by %s.", kind, named.From, c.Proven, c.Proven.Shown())
}

// Last are the checks of the newest round.
func (c change) Last() []coding.Trial {
	var out []coding.Trial
	for _, t := range c.Trials {
		if len(out) > 0 && t.Round > out[0].Round {
			out = nil
		}
		out = append(out, t)
	}
	return out
}

// trace reads how a step was done, and what each of its pages has. Only the step's own page
// refreshes itself.
func (s records) trace(ctx context.Context, q noun.PageRequest) (reports.StepTrace, ofStep, error) {
	trace, err := s.StepTrace(ctx, org.StepID(q.Path("id")))
	if err != nil {
		return trace, ofStep{}, err
	}
	team, err := s.Roster(ctx)
	page := ofStep{Base: q.Base, S: trace.Step}
	page.Title, page.Live = trace.Step.Title, false
	for _, a := range team {
		if a.ID == trace.Step.Agent {
			page.By = a.Name
		}
	}
	return trace, page, err
}

func (s records) buildStep(ctx context.Context, q noun.PageRequest) (any, error) {
	trace, base, err := s.trace(ctx, q)
	if err != nil {
		return nil, err
	}
	page := struct {
		ofStep
		Why      reports.WhyReport
		Rounds   []roundLine
		Change   *change // of code; nil for none
		Controls []view.Control
	}{ofStep: base}
	page.Live = q.Base.Live
	if page.Why, err = s.Why(ctx, string(base.S.ID)); err != nil {
		return nil, err
	}
	if page.Change, err = s.readChange(ctx, base.S); err != nil {
		return nil, err
	}
	for _, r := range slices.Backward(trace.Rounds) {
		page.Rounds = append(page.Rounds, lineOf(r))
	}
	again := page.Control("Do it again", org.CommandRedo+" "+string(base.S.ID), "What should be different?")
	if !base.S.State.Ended() {
		again = page.Control("Tell who works on it something", org.CommandSteer+" "+string(base.S.ID), "What should they know?")
	}
	page.Controls = []view.Control{again}
	return page, nil
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

// buildCall shows one call of a model: what was asked, block by block, and answered.
func (s records) buildCall(ctx context.Context, q noun.PageRequest) (any, error) {
	trace, base, err := s.trace(ctx, q)
	if err != nil {
		return nil, err
	}
	for _, r := range trace.Rounds {
		for _, c := range r.Calls {
			if strconv.FormatInt(c.Seq, 10) == q.Path("call") {
				c.Reply = readable(c.Reply)
				return struct {
					ofStep
					C reports.CallTrace
				}{base, c}, nil
			}
		}
	}
	return nil, org.ErrNotFound
}

// buildStage shows what a saved stage handed on.
func (s records) buildStage(ctx context.Context, q noun.PageRequest) (any, error) {
	trace, base, err := s.trace(ctx, q)
	if err != nil {
		return nil, err
	}
	for _, r := range trace.Rounds {
		for _, p := range r.Stages {
			if strconv.Itoa(r.N) == q.Path("round") && org.StageSlot(p.Stage, p.Seq) == q.Path("stage") {
				return struct {
					ofStep
					Name     string
					P        work.Checkpoint
					Services []coding.ServiceRun
					Output   string
				}{base, q.Path("stage"), p, findServices(p.Output), readable(p.Output)}, nil
			}
		}
	}
	return nil, org.ErrNotFound
}

// findServices returns the services that the checks of a stage started for themselves: those of a turn, or of the runs that the stage hands on.
// Most stages are of another form and have none.
func findServices(output string) []coding.ServiceRun {
	var turn struct {
		Services []coding.ServiceRun `json:"services"`
		Trials   []coding.Trial      `json:"trials"`
	}
	if json.Unmarshal([]byte(output), &turn) != nil && json.Unmarshal([]byte(output), &turn.Trials) != nil {
		return nil
	}
	out := turn.Services
	for _, t := range turn.Trials {
		out = append(out, t.Services...)
	}
	return out
}

// Drafts keep in this form what the checks by code found in them.
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

// buildDraft shows one version of a step's result: its text, what the checks found,
// and what changed since the version before.
func (s records) buildDraft(ctx context.Context, q noun.PageRequest) (any, error) {
	trace, base, err := s.trace(ctx, q)
	if err != nil {
		return nil, err
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
	for _, r := range trace.Rounds {
		for _, d := range r.Drafts {
			if strconv.Itoa(d.Round) != q.Path("round") || strconv.Itoa(d.Version) != q.Path("version") {
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
			return page, nil
		}
	}
	return nil, org.ErrNotFound
}

// It returns nil for a step that changes no code.
func (s records) readChange(ctx context.Context, step org.Step) (*change, error) {
	c, changes, err := s.findChange(ctx, step)
	if err != nil || !changes {
		return nil, err
	}
	return &change{StepChange: c, Patches: view.Patch(string(c.Patch[:min(len(c.Patch), diffMost)])), Cut: len(c.Patch) > diffMost}, nil
}

// buildChange shows what a step changed in code, and what each check wrote.
func (s records) buildChange(ctx context.Context, q noun.PageRequest) (any, error) {
	trace, base, err := s.trace(ctx, q)
	if err != nil {
		return nil, err
	}
	c, err := s.readChange(ctx, base.S)
	if err != nil {
		return nil, err
	}
	if c == nil {
		return nil, org.ErrNotFound
	}
	c.showFindings(trace.Rounds)
	return struct {
		ofStep
		C *change
	}{base, c}, nil
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
