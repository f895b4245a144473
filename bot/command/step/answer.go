package step

import (
	"context"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// What programs get of a step. Its fields are a promise: none goes, none changes its meaning.
type (
	stepAnswer struct {
		noun.Step
		Project org.ProjectID `json:"project"`
		Goal    string        `json:"goal"`
		Result  string        `json:"result,omitempty"`
		Cause   string        `json:"cause,omitempty"` // why it failed or was cancelled
		Rounds  []roundAnswer `json:"rounds"`
	}
	roundAnswer struct {
		N        int          `json:"round"`
		SentBack string       `json:"sent_back_by,omitempty"`
		Feedback []string     `json:"feedback,omitempty"`
		Calls    []callAnswer `json:"calls"`
	}
	callAnswer struct {
		ID         int64          `json:"id"`
		Purpose    string         `json:"purpose"`
		Model      string         `json:"model"`
		State      org.CallState  `json:"state"`
		In         int            `json:"tokens_in"`
		Out        int            `json:"tokens_out"`
		Cost       org.NanoUSD    `json:"cost_nano_usd"`
		CostSource org.CostSource `json:"cost_source,omitempty"`
		At         time.Time      `json:"at"`
		Ended      time.Time      `json:"ended_at,omitzero"`
	}
	traceAnswer struct {
		Step   org.StepID         `json:"step"`
		Rounds []traceRoundAnswer `json:"rounds"`
	}
	traceRoundAnswer struct {
		N        int              `json:"round"`
		SentBack string           `json:"sent_back_by,omitempty"`
		Feedback []string         `json:"feedback,omitempty"`
		Stages   []stageAnswer    `json:"stages"`
		Calls    []fullCallAnswer `json:"calls"`
		Drafts   []draftAnswer    `json:"drafts"`
		Reviews  []reviewAnswer   `json:"reviews"`
	}
	stageAnswer struct {
		Name   string    `json:"name"`
		Output string    `json:"output"`
		At     time.Time `json:"at"`
	}
	fullCallAnswer struct {
		callAnswer
		Try      int            `json:"try"`
		Asked    org.Tier       `json:"tier_asked"`
		Served   org.Tier       `json:"tier_served"`
		Answered string         `json:"answered_by,omitempty"`
		Provider string         `json:"provider,omitempty"`
		Cached   int            `json:"tokens_cached"`
		Error    string         `json:"error,omitempty"`
		Prompt   []promptAnswer `json:"prompt"`
		Reply    string         `json:"reply"`
	}
	promptAnswer struct {
		Name string `json:"name"`
		Text string `json:"text"`
	}
	draftAnswer struct {
		Version int        `json:"version"`
		Body    string     `json:"body"`
		Points  org.Points `json:"points"`
		Score   float64    `json:"score"` // of the time before points; it goes at the first release
		Scored  bool       `json:"scored"`
		Chosen  bool       `json:"chosen"`
	}
	reviewAnswer struct {
		By       org.AgentID `json:"by"`
		Role     string      `json:"role"`
		Pass     bool        `json:"pass"`
		Findings []string    `json:"findings"`
		Model    string      `json:"model,omitempty"`
	}
)

// readTrace reads how the step was done that a program asks for.
func (s records) readTrace(ctx context.Context, q noun.AnswerRequest) (reports.StepTrace, error) {
	id := q.Path("id")
	if !syntax.IsStepID(id) {
		return reports.StepTrace{}, org.ErrNotFound
	}
	return s.StepTrace(ctx, org.StepID(id))
}

func (s records) giveStep(ctx context.Context, q noun.AnswerRequest) (any, error) {
	trace, err := s.readTrace(ctx, q)
	if err != nil {
		return nil, err
	}
	step := trace.Step
	out := stepAnswer{Step: noun.StepOf(step), Project: step.Project, Goal: step.Goal, Result: step.Result, Cause: step.Cause, Rounds: []roundAnswer{}}
	for _, round := range trace.Rounds {
		one := roundAnswer{N: round.N, SentBack: round.Rejection.Reviewer, Feedback: round.Rejection.Feedback, Calls: []callAnswer{}}
		for _, c := range round.Calls {
			one.Calls = append(one.Calls, callOf(c))
		}
		out.Rounds = append(out.Rounds, one)
	}
	return out, nil
}

func callOf(c reports.CallTrace) callAnswer {
	return callAnswer{c.Seq, c.Purpose, c.Model, c.State, c.In, c.Out, c.Cost, c.CostSource, c.At, c.EndedAt}
}

func (s records) giveTrace(ctx context.Context, q noun.AnswerRequest) (any, error) {
	trace, err := s.readTrace(ctx, q)
	if err != nil {
		return nil, err
	}
	out := traceAnswer{trace.Step.ID, []traceRoundAnswer{}}
	for _, round := range trace.Rounds {
		one := traceRoundAnswer{
			N: round.N, SentBack: round.Rejection.Reviewer, Feedback: round.Rejection.Feedback,
			Stages: []stageAnswer{}, Calls: []fullCallAnswer{}, Drafts: []draftAnswer{}, Reviews: []reviewAnswer{},
		}
		for _, p := range round.Stages {
			one.Stages = append(one.Stages, stageAnswer{org.StageSlot(p.Stage, p.Seq), p.Output, p.At})
		}
		for _, c := range round.Calls {
			one.Calls = append(one.Calls, fullCallOf(c))
		}
		for _, d := range round.Drafts {
			one.Drafts = append(one.Drafts, draftAnswer{d.Version, d.Body, d.Points, d.Score, d.Scored, d.Chosen})
		}
		for _, v := range round.Reviews {
			one.Reviews = append(one.Reviews, reviewAnswer{v.Reviewer, v.Role, v.Pass, noun.ListOf(v.Findings), v.Model})
		}
		out.Rounds = append(out.Rounds, one)
	}
	return out, nil
}

func fullCallOf(c reports.CallTrace) fullCallAnswer {
	out := fullCallAnswer{
		callAnswer: callOf(c), Try: c.Try, Asked: c.Asked, Served: c.Served, Answered: c.Answered, Provider: c.Provider, Cached: c.Cached,
		Error: c.Error, Prompt: []promptAnswer{}, Reply: c.Reply,
	}
	for _, b := range c.Prompt {
		out.Prompt = append(out.Prompt, promptAnswer(b))
	}
	return out
}
