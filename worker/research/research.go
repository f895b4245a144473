package research

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/research/web"
)

// Records keeps what research found, so that nothing is searched or fetched
// twice for a step.
type Records interface {
	// SaveSearch stores the hits of a query that was run for a step.
	SaveSearch(ctx context.Context, step org.StepID, q work.Query, provider string, hits []reports.Hit) error
	// CachedSearch returns the hits of an equal query of the project.
	CachedSearch(ctx context.Context, project org.ProjectID, q work.Query) ([]reports.Hit, bool, error)
	// SaveDocument stores a document for a step, or why its address gave none.
	SaveDocument(ctx context.Context, step org.StepID, d work.Document, failure string) error
	// StepDocuments returns all that SaveDocument stored for the step, in that
	// order; those that could not be read have their Failure set.
	StepDocuments(ctx context.Context, step org.StepID) ([]work.Document, error)
	// TakeSearch counts a web search of the month, unless all are used up.
	TakeSearch(ctx context.Context, project org.ProjectID) (m reports.SearchMonth, may bool, err error)
	// PagesRead returns at most n pages that any step read, the newest first.
	PagesRead(ctx context.Context, n int) ([]work.Document, error)
}

// Researcher does the research of steps. Its fields are set before the first
// use; it is safe for concurrent use.
type Researcher struct {
	Client  *llm.Client
	Prompts *prompt.Set
	// Searchers are asked in order until one answers. Without any, research
	// has the corpus, the founder's files and the founder's links.
	Searchers []web.Searcher
	// Extracts gives texts of pages that cannot be read here; nil for none.
	Extracts web.Extractor
	// Corpus is the founder's folder, always searched; nil without one.
	Corpus Folder
	// Tools are those of others that may be read through; nil without any.
	Tools   Tools
	Fetcher *web.Fetcher
	Records Records
	// Sites are those that the founder wants read first, and last; nil for none.
	Sites func(context.Context) (prefer, distrust []string, err error)
	// Limit bounds how long sources are looked for; zero means org.ResearchLimit.
	Limit time.Duration
	// Now is the clock; nil is time.Now.
	Now func() time.Time
	// Log takes notes; nil discards them.
	Log *slog.Logger

	reading    sync.Mutex // a page may take a hundred times its size while it is read: one at a time
	pages      pages
	noExtracts atomic.Bool // the engine does not give them for this key
}

// Job is one step whose research is due.
type Job struct {
	Caller  llm.Caller
	Step    org.Step
	Context work.StepContext
	// Budget bounds searches, fetches and gap cycles; the zero value is
	// org.ResearchBudget of the step's depth.
	Budget org.Budget
	// Nonce marks text from outside in prompts.
	Nonce string
	// Noted holds what the stage was given when it was done first; nil to do it for the first time.
	Noted *work.Outside
	// Fed says that the step is given results of steps before it, also where
	// Context does not hold them.
	Fed bool
}

func (j Job) chooseBudget() org.Budget {
	if j.Budget == (org.Budget{}) {
		return org.ResearchBudget(j.Step.Depth)
	}
	return j.Budget
}

// Some kinds and depths do no research, nor does a step that is written from what the steps before
// it found. Engineering and creative steps look for sources only when their acceptance asks for
// some, or when documents are at hand.
func (r *Researcher) shouldSkip(j Job) bool {
	if isFromSteps(j) && r.Client != nil && !r.Client.Offline() {
		return true
	}
	switch j.Step.Kind {
	case org.KindSimple, org.KindAssembly:
		return true
	case org.KindEngineering, org.KindCreative:
		for _, a := range j.Step.Acceptance {
			if a.Check == org.CheckSources {
				return j.Step.Depth == org.DepthSimple
			}
		}
		return j.Step.Depth == org.DepthSimple || (r.Corpus == nil && len(j.Context.Given) == 0)
	case org.KindResearch, org.KindAnalysis, org.KindStrategy, org.KindWriting:
	}
	return j.Step.Depth == org.DepthSimple
}

// The blocks are those that all of research's stages share.
func (r *Researcher) buildRequest(j Job, d prompt.Data) (llm.Request, error) {
	d.Tier, d.Nonce = org.T1, j.Nonce
	d.Project, d.Task = prompt.ProjectOf(j.Context), prompt.TaskOf(j.Step, j.Context)
	d.Persona, d.Skill = j.Context.Agent.Persona, r.Prompts.SkillFor(j.Context.Agent.Category, d.Stage, j.Step.Kind)
	d.Volatile.Day = r.now()
	blocks, err := r.Prompts.Blocks(d)
	if err != nil {
		return llm.Request{}, err
	}
	return llm.Request{
		Purpose: d.Stage, Caller: j.Caller, Tier: org.T1, Blocks: blocks, Schema: r.Prompts.Schema(d.Stage),
		Input: work.StageInput{Step: &j.Step, Context: &j.Context},
	}, nil
}

// A stage goes on without an answer of use, or without a model. Every other error is the caller's.
func canFallBack(err error) bool { return llm.Content(err) || errors.Is(err, org.ErrNoModel) }

func (r *Researcher) getLimit() time.Duration { return cmp.Or(r.Limit, org.ResearchLimit) }

func (r *Researcher) now() time.Time {
	if r.Now != nil {
		return r.Now()
	}
	return time.Now()
}

func (r *Researcher) log() *slog.Logger {
	if r.Log != nil {
		return r.Log
	}
	return slog.New(slog.DiscardHandler)
}
