package org

import (
	"slices"
	"time"
)

// The names of the stages: what a model is asked for, and what is kept of a step's work.
// They name prompts, schemas, ledger rows and checkpoints, so none is ever renamed.
const (
	StageClassify   = "classify"
	StageChief      = "chief"
	StagePlan       = "plan"
	StageEnrich     = "enrich"
	StagePlanReview = "plan_review"
	StageEnd        = "end"
	StageContext    = "context"
	StageBase       = "base"
	StageChange     = "change"
	StageTurn       = "turn"
	StageRefute     = "refute"
	StageTried      = "tried"
	StageRivals     = "rivals"
	StageSetback    = "setback"
	StagePackages   = "packages"
	StageCodeReview = "code_review"
	StageDecompose  = "decompose"
	StageSearch     = "search"
	StageClaims     = "claims"
	StageGap        = "gap"
	StageOutline    = "outline"
	StageSection    = "section"
	StageSynthesize = "synthesize"
	StageSupport    = "support"
	StageCritique   = "critique"
	StageCalibrate  = "calibrate"
	StageCompare    = "compare"
	StageRevise     = "revise"
	StageQA         = "qa"
	StageLead       = "lead"
	StageCrosscheck = "crosscheck"
	StageTiebreak   = "tiebreak"
	StageSummary    = "summary"
	StageCoherence  = "coherence"
	StageDebug      = "debug"
	StageExpert     = "expert"
	StageCurate     = "curate"
	StageUpskill    = "upskill"
	StageWatch      = "watch"
	StageDirect     = "direct"
	StageCEO        = "ceo"
	StageSight      = "sight"
	StageLook       = "look"
	StageFigures    = "figures"
	StageHear       = "hear"
	StageAgent      = "agent"
	StageMail       = "mail"
	StageRepair     = "repair"
)

// Stage is all that others know of a stage; what it does is the code that asks for it.
type Stage struct {
	Name  string
	Tier  Tier   // whose models are asked; empty for those of the step, or for none
	Part  string // which part of the constitution its prompt has
	Words string // what a model was asked for, as founders read it; empty for the name

	// What a call may use when its request says nothing; without Tokens the tier's default.
	Tokens int
	Effort string
	Limit  time.Duration
	Stream bool // for what takes minutes: a stream shows that it goes on

	Text  bool // the reply is a text and no object, so it has no schema
	Cites bool // its prompt numbers the paragraphs of the text
	Lists bool // its page lists all that a piece is judged by
	Whole bool // its prompt has the whole document in front
	Again bool // its sources are sent again by the next calls, so that endpoints keep them

	// What a step is at once the stage is done: as the watcher's limits call it, empty for
	// the stage's own name, and as its project's card says it.
	Next string
	Card string
	Code bool // only steps that change code have it

	// Tells names the field of what is kept of it, a text or a list of texts, that stands among the
	// reasons of "why"; empty for none.
	Tells string
}

// The parts of the constitution, by the names of their files: what stands in front of every
// call of a kind, after what stands in front of all. Whoever takes down, sorts or looks
// something up needs no more of it than those who talk. A repair changes a reply's form
// alone, the first page of a document cites in its own way, and code cites nothing: they
// have none.
const (
	PartWriter  = "writer"
	PartJudge   = "judge"
	PartPlanner = "planner"
	PartChat    = "chat"
)

// The kinds of work that the watcher tells apart: for each a founder may set how long it may
// give no sign.
const (
	WorkPlan     = "plan"
	WorkResearch = "research"
	WorkWrite    = "write"
	WorkCritique = "critique"
	WorkReview   = "review"
	WorkCode     = "code" // where a check that is quick is run twice
)

// How hard a model is to think.
const (
	EffortLow    = "low"
	EffortMedium = "medium"
	EffortHigh   = "high"
)

// stages has a row for each, in the order in which they come.
var stages = []Stage{ //nolint:gochecknoglobals // a table
	// A message: what it is, and the chief's reply.
	{Name: StageClassify, Tier: T1, Part: PartChat, Words: "finding out what you want", Tokens: 400, Effort: EffortLow, Limit: 20 * time.Second},
	{Name: StageChief, Tier: T2, Part: PartChat, Words: "answering you", Tokens: 2000, Effort: EffortLow, Limit: 60 * time.Second},

	// A mission: its plan, what a roadmap's items lack, and whether scope and order are right.
	{Name: StagePlan, Tier: T2, Part: PartPlanner, Words: "planning", Tokens: 12_000, Effort: EffortMedium, Limit: 240 * time.Second},
	{Name: StageEnrich, Tier: T2, Part: PartPlanner, Words: "planning (enrich)", Tokens: 12_000, Effort: EffortMedium, Limit: 240 * time.Second},
	{Name: StagePlanReview, Tier: TX, Part: PartJudge, Words: "planning (plan review)", Tokens: 1500, Effort: EffortLow, Limit: 90 * time.Second},

	// A step: what stands around it when the round begins, and why it was rejected twice.
	{Name: StageContext, Next: WorkResearch},
	{Name: StageDebug, Tier: T2, Part: PartChat, Words: "finding out what went wrong (debug)", Tokens: 2000, Effort: EffortMedium, Limit: 120 * time.Second, Next: WorkResearch},

	// Of a document, research: questions, sources, claims with quotes, and what is not covered.
	{Name: StageDecompose, Tier: T1, Part: PartPlanner, Words: "research (decompose)", Tokens: 1600, Effort: EffortLow, Limit: 45 * time.Second, Next: WorkResearch},
	{Name: StageSearch, Words: "research (search)", Next: WorkWrite, Tells: "untaken"},
	{Name: StageClaims, Tier: T1, Part: PartChat, Words: "research (claims)", Tokens: 2000, Effort: EffortLow, Limit: 60 * time.Second, Next: WorkResearch, Card: "writing"},
	{Name: StageGap, Tier: T1, Part: PartChat, Words: "research (gap)", Tokens: 900, Effort: EffortLow, Limit: 45 * time.Second, Next: WorkResearch, Card: "writing"},

	// Writing: a long draft's sections, the draft, and the passage behind a quotation that stands nowhere.
	{Name: StageOutline, Part: PartPlanner, Words: "writing (outline)", Tokens: 2000, Effort: EffortMedium, Limit: 120 * time.Second, Next: WorkWrite},
	{Name: StageSection, Part: PartWriter, Words: "writing (section)", Tokens: 3500, Effort: EffortMedium, Limit: 300 * time.Second, Stream: true, Text: true, Next: WorkWrite},
	{Name: StageSynthesize, Part: PartWriter, Words: "writing (synthesize)", Tokens: 12_000, Effort: EffortMedium, Limit: 300 * time.Second, Stream: true, Text: true, Again: true, Next: WorkCritique, Card: "checking"},
	{Name: StageSupport, Tier: T1, Part: PartChat, Words: "reviewing (support)", Tokens: 900, Effort: EffortLow, Limit: 45 * time.Second, Next: WorkCritique},

	// Points: the critic's answers, a revision, and which of two versions is better. A critic
	// is measured by drafts of known worth with the critique's own prompt.
	{Name: StageCritique, Tier: T1, Part: PartJudge, Words: "reviewing (critique)", Tokens: 2200, Effort: EffortLow, Limit: 90 * time.Second, Cites: true, Lists: true, Next: WorkWrite, Card: "checking"},
	{Name: StageRevise, Part: PartWriter, Words: "writing (revise)", Tokens: 12_000, Effort: EffortMedium, Limit: 300 * time.Second, Stream: true, Text: true, Cites: true, Again: true, Next: WorkCritique, Card: "checking"},
	{Name: StageCompare, Tier: T1, Part: PartJudge, Words: "reviewing (compare)", Tokens: 2200, Effort: EffortLow, Limit: 90 * time.Second, Lists: true, Next: WorkReview},
	{Name: StageCalibrate, Words: "reviewing (calibrate)", Tokens: 2200, Effort: EffortLow, Limit: 90 * time.Second},

	// Reviews: the criteria, errors of the field, fit to what was asked; the criteria by
	// another family, and what the two disagree about.
	{Name: StageQA, Tier: T1, Part: PartJudge, Words: "reviewing (qa)", Tokens: 1600, Effort: EffortLow, Limit: 90 * time.Second, Cites: true, Lists: true, Next: WorkReview},
	{Name: StageExpert, Tier: T2, Part: PartJudge, Words: "reviewing (expert)", Tokens: 2000, Effort: EffortMedium, Limit: 120 * time.Second, Cites: true, Next: WorkReview},
	{Name: StageLead, Tier: T2, Part: PartJudge, Words: "reviewing (lead)", Tokens: 2000, Effort: EffortMedium, Limit: 120 * time.Second, Cites: true, Next: WorkReview},
	{Name: StageCrosscheck, Tier: TX, Part: PartJudge, Words: "reviewing (crosscheck)", Tokens: 1600, Effort: EffortLow, Limit: 90 * time.Second, Cites: true, Lists: true, Next: WorkReview},
	{Name: StageTiebreak, Tier: T2, Part: PartJudge, Words: "reviewing (tiebreak)", Tokens: 2000, Effort: EffortMedium, Limit: 120 * time.Second, Cites: true, Next: WorkReview},

	// The version and the evidence that a rejected round ends with.
	{Name: StageEnd},

	// The assembled document: whether its parts agree, and its opening.
	{Name: StageCoherence, Tier: T2, Part: PartJudge, Words: "reviewing (coherence)", Tokens: 2000, Effort: EffortMedium, Limit: 120 * time.Second, Whole: true, Next: WorkReview},
	{Name: StageSummary, Words: "writing (summary)", Tokens: 2500, Effort: EffortMedium, Limit: 180 * time.Second, Text: true, Whole: true, Next: WorkCritique},

	// A change of code: the commit that it starts from, the turns of whoever writes it, what shows that none
	// is needed, the change, how it was tried, the turns of whoever reviews it.
	{Name: StageBase, Code: true},
	{Name: StageTurn, Words: "changing code", Tokens: 8000, Effort: EffortMedium, Limit: 300 * time.Second, Stream: true, Text: true, Code: true},
	{Name: StageRefute, Next: WorkCode, Code: true},
	{Name: StageChange, Code: true},
	{Name: StagePackages, Code: true},
	{Name: StageTried, Code: true},
	{Name: StageRivals, Code: true},
	{Name: StageSetback, Next: WorkCode, Code: true},       // why a change that stands goes back to its writer
	{Name: StageAgent, Words: "changing code", Code: true}, // the calls of another program; what it leaves is kept as turns
	{Name: StageCodeReview, Tier: T2, Words: "reviewing (code)", Tokens: 3000, Effort: EffortMedium, Limit: 180 * time.Second, Text: true, Next: WorkReview, Code: true},

	// Beside the work: what was learnt, a persona after rejections, what rules cannot judge,
	// and what directors do about their messages, Business while the founder waits for it.
	{Name: StageCurate, Tier: T1, Part: PartChat, Words: "learning (curate)", Tokens: 2000, Effort: EffortLow, Limit: 90 * time.Second},
	{Name: StageUpskill, Tier: T1, Part: PartChat, Words: "learning (upskill)", Tokens: 1600, Effort: EffortLow, Limit: 60 * time.Second},
	{Name: StageMail, Tier: T2, Part: PartChat, Words: "writing an answer to a mail", Tokens: 2000, Effort: EffortLow, Limit: 60 * time.Second},
	{Name: StageWatch, Tier: T1, Part: PartChat, Words: "finding out what went wrong (watch)", Tokens: 600, Effort: EffortLow, Limit: 30 * time.Second},
	{Name: StageDirect, Tier: T1, Part: PartChat, Tokens: 3000, Effort: EffortMedium, Limit: 120 * time.Second},
	{Name: StageCEO, Tier: T2, Part: PartChat, Tokens: 3000, Effort: EffortMedium, Limit: 120 * time.Second},

	// What was sent: whether a model sees pictures, what stands in one, its figures read again
	// by somebody else, the words of a recording (of an endpoint for speech).
	{Name: StageSight, Tokens: 200, Effort: EffortLow, Limit: 60 * time.Second, Text: true},
	{Name: StageLook, Tier: T2, Part: PartChat, Tokens: 4000, Effort: EffortLow, Limit: 120 * time.Second},
	{Name: StageFigures, Tier: T2, Part: PartChat, Tokens: 2000, Effort: EffortLow, Limit: 90 * time.Second},
	{Name: StageHear},

	// A reply's JSON again, with the validator's paths.
	{Name: StageRepair, Tier: T1, Text: true},
}

// Stages returns the rows of all stages.
func Stages() []Stage { return slices.Clone(stages) }

// StageOf returns the row of a stage; of one that is not known it has the name alone.
func StageOf(name string) Stage {
	for _, s := range stages {
		if s.Name == name {
			return s
		}
	}
	return Stage{Name: name}
}
