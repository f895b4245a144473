package org

import "time"

// Limits that several packages know; what one package alone needs stands in its own limits.go.
// The planner prints them in its manifest and the code enforces the same constants.
const (
	// ConfidenceFloor is the confidence below which a classification is a
	// simple task; at or above it, full_project overrides the chief's tag
	// unless the tag is RESPONSE.
	ConfidenceFloor = 0.70
	// UngroundedConfidence caps a classification none of whose evidence
	// occurs in the message.
	UngroundedConfidence = 0.69

	// MaxQueries is the number of search queries of one step, gap cycles
	// included: InitialQueries at first, ReserveQueries for gaps.
	MaxQueries     = InitialQueries + ReserveQueries
	InitialQueries = 4
	ReserveQueries = 2
	// MaxFetches is the number of pages fetched for one step.
	MaxFetches     = InitialFetches + ReserveFetches
	InitialFetches = 10
	ReserveFetches = 6
	// URLsPerQuery is the number of results fetched for one query.
	URLsPerQuery = 3
	// MaxGapCycles bounds the gap analysis loop of one step.
	MaxGapCycles = 3
	// MaxFetchesPerHost keeps one site from filling a step's sources.
	MaxFetchesPerHost = 3
	// SearchWarnPercent is the share of a month's web searches at which the
	// founder is told, where he set a limit.
	SearchWarnPercent = 80
	// DeepFactor multiplies the research budget of a step of depth deep.
	DeepFactor = 2

	// EntitiesPerStep is the number of entities one step may cover before
	// the plan lint splits it (MaxFetches / 4 pages an entity).
	EntitiesPerStep = 4
	// MaxSteps and MaxDepth bind the steps a planner invents; a roadmap's
	// longer sections become consecutive missions of at most MaxSteps.
	MaxSteps = 24
	MaxDepth = 8

	// AnswerStagesFor bounds how long what stood around a message is kept, for its stages to be
	// done again; that of plans is kept for good.
	AnswerStagesFor = 30 * 24 * time.Hour
	// StrikeCap is the number of rejected rounds that fails a step.
	StrikeCap = 3
	// UpskillAt counts the rejections of one agent's work that have him taught.
	UpskillAt = 5
	// LessonsPerPrompt bounds the lessons of the past in a prompt.
	LessonsPerPrompt = 5

	// PromoteSteps and PromoteProjects say how often, and in how many projects, a lesson came
	// before it becomes a note of its role, or everybody's.
	PromoteSteps    = 3
	PromoteProjects = 2
	// LessonChars bounds a lesson.
	LessonChars = 200

	// MaxSections is the most that a piece written section by section has.
	MaxSections = 12

	// UpstreamTokens bounds the upstream results in one prompt.
	UpstreamTokens = 40_000
	// CharsPerToken estimates tokens from characters.
	CharsPerToken = 4
	// DigestTokens bounds the digest of one upstream result.
	DigestTokens = 350

	// ResearchLimit and the others bound the stages of one attempt.
	ResearchLimit   = 10 * time.Minute
	SynthesizeLimit = 5 * time.Minute
	CritiqueLimit   = 3 * time.Minute
	ReviewLimit     = 5 * time.Minute
	AttemptLimit    = 15 * time.Minute

	// HeartbeatTick is the time between two looks of the heartbeat.
	HeartbeatTick = 30 * time.Second

	// LeaseTerm bounds a claim without renewal; RenewEvery is the time between two renewals by its
	// owner.
	LeaseTerm  = 60 * time.Second
	RenewEvery = 15 * time.Second
	// LongestWait is further ahead than any claim or wait of Frasier
	// reaches, a step's own wait excepted; what reaches further was measured
	// by a clock that has been set back since. ClockSlack is by how much the
	// clocks of two machines may differ.
	LongestWait = time.Hour
	ClockSlack  = time.Minute
	// MaxCrashes fails a step whose owner died this often in a row without
	// saving a stage in between, and what else its owner dies of as often.
	MaxCrashes = 3

	// CallsPerProject is the floor of a project's cap on model calls, and
	// CallsPerStep the calls each step adds to it.
	CallsPerProject = 1000
	CallsPerStep    = 40
	// ModelPatience ends a project after this long without a usable reply.
	ModelPatience = 120 * time.Second

	// CheckLimit bounds one command that checks a change (our choice).
	CheckLimit = 10 * time.Minute
	// CodeAttemptLimit bounds an attempt at a step that changes code, where its checks are quick; CodeAttemptMost does
	// however long they take (our choice).
	CodeAttemptLimit = 45 * time.Minute
	CodeAttemptMost  = 6 * time.Hour
	// AgentCalls limits the model calls that an agent may make for one step (our choice: of ours that were looked at none took 60).
	AgentCalls = 250
	// AgentLimit bounds one run of another company's coding agent (our choice).
	AgentLimit = 40 * time.Minute
	// AgentSilence limits how long an agent may say nothing though it lives (our choice: commands of theirs end after ten minutes, and
	// they tell of each, and of what their model writes).
	AgentSilence = 15 * time.Minute
	// AgentStill does so sooner, where also no command that it started runs and no model is at work for it; then another one goes on, in
	// one round AgentReplacements times at most (our choice: of 28 runs of opencode 1.18.33 one stood still for good).
	AgentStill        = 2 * time.Minute
	AgentReplacements = 2
	// RemoteLimit bounds the time of a program elsewhere for a change (our choice).
	RemoteLimit = 24 * time.Hour
	// CodeFileBytes and PatchBytes are the longest file of a change and the longest change that are taken (our choice).
	CodeFileBytes = 4 << 20
	PatchBytes    = 16 << 20
	// CodeTurns bounds what a model may ask for in one round of a step that changes code, and CodeTries
	// how often its change is tried in that round (our choice).
	CodeTurns = 40
	CodeTries = 3

	// MemoryAim is the memory, in bytes, that a process of Frasier has Go stay below: near it more
	// is collected, instead of the process growing by as much again as a large file took (our
	// choice: a machine of 1 GB holds bot and worker). It refuses nothing. GOMEMLIMIT sets
	// another.
	MemoryAim = 192 << 20

	// RoadmapHeadings and RoadmapItems make a markdown file evidence of a
	// project without a word.
	RoadmapHeadings = 3
	RoadmapItems    = 5
)

// What a document takes of its reader's time (our choice). A plain answer of a capable model to a
// roadmap has about 300 words an item, and a document of parts is read when it has at most twice
// as many words: two parts that decide, three others and a mail make 2,500, page 1 and what is
// not known 400 more.
const (
	// OpeningWords bounds the words of page 1: it is read in a minute.
	OpeningWords = 200
	// GapLines bounds the lines of what is not known that stand in the document, each of
	// at most GapWords words; all of it stands in a file beside it.
	GapLines = 10
	GapWords = 20

	simpleWords, partWords, deepWords = 250, 400, 550
	// The step that writes the deliverable of the others counts as so many parts.
	deliverableParts = 2
)

// PartWords returns how many words a part of a document may have, those of its
// tables counted: most for what decides about money, law or direction.
func PartWords(d Depth, deliverable bool) int {
	words := partWords
	switch d {
	case DepthSimple:
		words = simpleWords
	case DepthDeep:
		words = deepWords
	case DepthStandard:
	}
	if deliverable {
		words *= deliverableParts
	}
	return words
}

// Budget bounds the research of one step.
type Budget struct {
	Queries, ReserveQueries int // of which ReserveQueries are for gaps
	Fetches, ReserveFetches int // of which ReserveFetches are for gaps
	GapCycles               int
}

// ResearchBudget returns the research budget of a step of the given depth:
// nothing for simple, the limits above for standard, twice that for deep.
func ResearchBudget(d Depth) Budget {
	b := Budget{
		Queries: MaxQueries, ReserveQueries: ReserveQueries,
		Fetches: MaxFetches, ReserveFetches: ReserveFetches, GapCycles: MaxGapCycles,
	}
	switch d {
	case DepthSimple:
		return Budget{}
	case DepthStandard:
		return b
	case DepthDeep:
		b.Queries *= DeepFactor
		b.ReserveQueries *= DeepFactor
		b.Fetches *= DeepFactor
		b.ReserveFetches *= DeepFactor
	}
	return b
}

// The watcher's bounds.
const (
	ActAbove    = 0.9 // act above it
	SuggestFrom = 0.7 // suggest from it on
	// UntrustedMost is the highest confidence in what a model makes of text that others wrote.
	UntrustedMost = 0.9

	// VerdictsNeeded counts the answers to "was this right?" a signal needs
	// before they weigh on it.
	VerdictsNeeded = 5
)

// FarBeyond is the multiple of its estimate that a mission costs when the founder is
// told so.
const FarBeyond = 3

// VelocityWindow is the time whose spending is compared with the usual, for money that goes fast.
const VelocityWindow = 15 * time.Minute

// PingsPerDay bounds how often a day the founder is pinged unless he chose another
// number.
const PingsPerDay = 6

// DigestHour is the hour of the founder's day at which the daily digest is
// sent unless he chose another.
const DigestHour = 8

// The company's bounds (our choice).
const (
	SittingOps      = 8
	CompanyProjects = 3 // open at once
	MemoSubject     = 120
	MemoChars       = 2000
	MemoNote        = 200
	MemoLife        = 14 * 24 * time.Hour
	AsksPerWeek     = 2
	ThinkingShare   = 10 // percent of a week's budget
	OpenShare       = 50 // percent of what is left of it, for one project
	DefersMost      = 2  // times that one message is put off
	ProjectItems    = 12
)
