package org

import "time"

// Limits of the product: the only place where these numbers stand. The planner
// prints them in its manifest and the code enforces the same constants.
const (
	// ConfidenceFloor is the confidence below which a classification is a
	// simple task; at or above it, full_project overrides the chief's tag
	// unless the tag is RESPONSE.
	ConfidenceFloor = 0.70
	// StartFloor is the confidence below which a message starts nothing that
	// costs money: it is likelier to be something else.
	StartFloor = 0.50
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
	// RevisionQueries and RevisionFetches bound what is looked for before one
	// revision, out of what the step has left.
	RevisionQueries = 1
	RevisionFetches = 3
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

	// GoodScore is the score from which a rejection is shown beside it.
	GoodScore = 3.5
	// MaxRevisions bounds the revisions of one draft (D-032).
	MaxRevisions = 2
	// UnresearchedScore caps the score of a step whose research found nothing.
	UnresearchedScore = 3.0
	// AutoApproveAt and QAOnlyAt are the defaults of the autonomy policy.
	AutoApproveAt = 4.0
	QAOnlyAt      = 3.0
	// CalibrationGood and CalibrationBad are the highest means that a critic
	// may give the good and the bad draft of known worth (the good one lacks one
	// item and is worth 3.5 to 3.7, all met is 4).
	CalibrationGood = 3.8
	CalibrationBad  = 2.8
	// CalibrationEvery is how long a measurement of a critic counts.
	CalibrationEvery = 7 * 24 * time.Hour
	// AnswerStagesFor is how long what stood around a message is kept, for its
	// stages to be done again; that of plans is kept for good.
	AnswerStagesFor = 30 * 24 * time.Hour
	// StrikeCap is the number of rejected rounds that fails a step.
	StrikeCap = 3
	// StallLimit is how often a mission may fail to get on before it is planned
	// again.
	StallLimit = 3
	// MaxReplans is how often a project is planned again by itself.
	MaxReplans = 2
	// UpskillAt is how many rejections of one agent's work have them taught.
	UpskillAt = 5
	// HiresPerPlan bounds who joins with one plan, and MaxAgents Frasier.
	HiresPerPlan = 3
	MaxAgents    = 60
	// ApproachWorked and ApproachFailed are the scores at which a past
	// approach is shown as one to follow, or to avoid.
	ApproachWorked = 3.5
	ApproachFailed = 2.5
	// LessonsPerPrompt is how many lessons of the past a prompt is given.
	LessonsPerPrompt = 5
	// DirectiveImportance is the importance, of 10, of a rule that the founder set.
	DirectiveImportance = 9

	// PromoteSteps and PromoteProjects are how often, and in how many projects, a
	// lesson came before it becomes a note of its role, or everybody's.
	PromoteSteps    = 3
	PromoteProjects = 2
	// RetireOneIn is the share of the lessons that one tidying may retire, and ClusterItems
	// how many it looks at.
	RetireOneIn  = 5
	ClusterItems = 40
	// CurateMissions and CurateItems are after how many missions, or new lessons, it is time
	// to tidy; IdentityBytes is how much a role's notes hold, and NotesPerPrompt how many of
	// them a prompt has room for (our choice).
	CurateMissions = 10
	CurateItems    = 300
	IdentityBytes  = 100 << 10
	NotesPerPrompt = 8
	// LessonChars is how long a lesson is.
	LessonChars = 200

	// LongWords is the length from which a piece is written section by
	// section.
	LongWords = 1800
	// MaxSections is the most that a piece written section by section has.
	MaxSections = 12

	// LearnSteps is how many steps of a kind must have ended on a tier before
	// the router learns from them.
	LearnSteps = 10

	// PreviousDeliverableChars is how much of a phase's deliverable the next
	// phase is given, in characters.
	PreviousDeliverableChars = 2000
	// UpstreamTokens bounds the upstream results in one prompt.
	UpstreamTokens = 40_000
	// CharsPerToken estimates tokens from characters.
	CharsPerToken = 4
	// DigestTokens bounds the digest of one upstream result.
	DigestTokens = 350
	// WholeShelfTokens is how large the documents at hand may be to go into a
	// prompt as they are, unsearched.
	WholeShelfTokens = 6000
	// EvidencePackTokens bounds the passages in one prompt.
	EvidencePackTokens = 12_600

	// PartialShare is the share of the other steps that must be completed
	// for a mission to end partial, in percent.
	PartialShare = 70

	// ResearchLimit and the others bound the stages of one attempt.
	ResearchLimit   = 10 * time.Minute
	SynthesizeLimit = 5 * time.Minute
	CritiqueLimit   = 3 * time.Minute
	ReviewLimit     = 5 * time.Minute
	AttemptLimit    = 15 * time.Minute

	// HeartbeatTick is how often the heartbeat looks.
	HeartbeatTick = 30 * time.Second

	// ProcessForgotten is how long a process that fell silent is still listed
	// (our choice); a command in a terminal only for LeaseTerm.
	ProcessForgotten = 24 * time.Hour

	// LeaseTerm is how long a claim holds without renewal; RenewEvery is how
	// often its owner renews it.
	LeaseTerm  = 60 * time.Second
	RenewEvery = 15 * time.Second
	// ClaimLook is how often a worker looks whether what it works on was
	// cancelled (promise R17: within 10 s).
	ClaimLook = 2 * time.Second
	// LongestWait is further ahead than any claim or wait of Frasier
	// reaches, a step's own wait excepted; what reaches further was measured
	// by a clock that has been set back since. ClockSlack is by how much the
	// clocks of two machines may differ.
	LongestWait = time.Hour
	ClockSlack  = time.Minute
	// MaxCrashes parks a step whose owner died this often in a row without
	// saving a stage in between, and what else its owner dies of as often.
	MaxCrashes = 3

	// AttachmentBytesPerMessage is how much text the attachments of a message may hold.
	AttachmentBytesPerMessage = 32 << 20
	// AttachmentBytesUsed is how much of an attachment's text is used; the rest is kept.
	AttachmentBytesUsed = 2 << 20

	// CallsPerProject is the floor of a project's cap on model calls, and
	// CallsPerStep the calls each step adds to it.
	CallsPerProject = 1000
	CallsPerStep    = 40
	// BadRepliesInARow is how many unusable replies in a row end a project as "model unusable".
	BadRepliesInARow = 20
	// ModelPatience is how long without a usable reply ends it so too.
	ModelPatience = 120 * time.Second

	// CodeAttemptLimit bounds an attempt at a step that changes code (our choice).
	CodeAttemptLimit = 45 * time.Minute
	// CheckLimit bounds one command that checks a change (our choice).
	CheckLimit = 10 * time.Minute
	// CheckTwiceBelow: a check that took less is run twice, so that luck shows.
	CheckTwiceBelow = 30 * time.Second
	// CodeFileBytes and PatchBytes are the longest file of a change and the longest change that are taken (our choice).
	CodeFileBytes = 4 << 20
	PatchBytes    = 16 << 20
	// CodeFilesAsk and CodeLinesAsk are the size from which the founder is asked about a change (our choice).
	CodeFilesAsk = 50
	CodeLinesAsk = 2000
	// CodeTurns bounds what a model may ask for in one round of a step that changes code, and CodeTries
	// how often its change is tried in that round (our choice).
	CodeTurns = 40
	CodeTries = 3
	// CodeTurnActions, CodeReadLines, CodeReadBytes, CodeHits and CodeMapFiles bound what one turn does and
	// sees. CodeUseless turns in a row without effect end the round (our choice).
	CodeTurnActions = 12
	CodeReadLines   = 400
	CodeReadBytes   = 16 << 10
	CodeHits        = 60
	CodeMapFiles    = 400
	CodeUseless     = 4
	// CodeTranscript is how many characters of what a model saw before it is shown again; the oldest are left out first.
	CodeTranscript = 120_000
	// CommandMemory and CommandFiles are the bytes of memory and the open files that a command in the
	// fence may have, CommandFileBytes the longest file that it may write, and CommandOutput
	// what is kept of its output (our choice).
	CommandMemory    = 2 << 30
	CommandFiles     = 4096
	CommandFileBytes = 2 << 30
	CommandOutput    = 10 << 20
	// CommandTail is what is kept of a command's output for people, in bytes.
	CommandTail = 8 << 10

	// RoadmapHeadings and RoadmapItems make a markdown file evidence of a
	// project without a word.
	RoadmapHeadings = 3
	RoadmapItems    = 5
)

// Budget is what one step may spend on research.
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

// CallCap returns how many model calls a project of n steps may make.
func CallCap(n int) int { return max(CallsPerProject, CallsPerStep*n) }

// LiveEvalCap is what eval -live spends at the most.
const LiveEvalCap = 5 * Dollar

// So many answers in a row within LoopWindow, each followed by a message of
// the same author, are a loop between two programs; their channel is then left
// alone for LoopRest.
const (
	LoopReplies = 10
	LoopWindow  = time.Minute
	LoopRest    = 10 * time.Minute
)

// The watcher's bounds.
const (
	ActAbove      = 0.9 // act above it
	SuggestFrom   = 0.7 // suggest from it on
	UntrustedMost = 0.9 // what a model makes of text that others wrote

	RemediesPerStep = 3
	RemediesPerHour = 10
	// DoubtsPerHour is how often a model is asked what it thinks of the log
	// (our choice: at T1 that is less than a cent).
	DoubtsPerHour = 6
	// VerdictsNeeded is how many answers to "was this right?" a signal needs
	// before they weigh on it.
	VerdictsNeeded = 5
)

// WarnFirst is the first amount of a day and of a mission at which the founder
// is told what was spent; each doubling of it follows ($5, 10, 20, 40, ...).
const WarnFirst = 5 * Dollar

// FarBeyond is how many times its estimate a mission costs when the founder is
// told so. Below BeyondLeast, our choice, he is not.
const (
	FarBeyond   = 3
	BeyondLeast = Dollar / 2
)

// When money goes fast: what was spent within VelocityWindow is compared with
// the usual of the last VelocityBack.
const (
	VelocityWindow = 15 * time.Minute
	VelocityBack   = 7 * 24 * time.Hour
	VelocityFactor = 5
	VelocityFloor  = 2 * Dollar
)

// CancelUndo is how long a founder may take a cancellation back: a day, in
// which he sleeps on it once (our choice).
const CancelUndo = 24 * time.Hour

// PingsPerDay is how often a day the founder is pinged unless he chose another
// number.
const PingsPerDay = 6

// ScheduleFloor is the shortest time between two runs of a schedule: a run
// costs money, and no document is worth making anew more often.
const ScheduleFloor = time.Hour

// DigestHour is the hour of the founder's day at which the daily digest is
// sent unless he chose another.
const DigestHour = 8

// Bounds of a skill from outside, and of what a prompt
// is given of skills.
const (
	SkillFiles        = 200
	SkillBytes        = 1 << 20
	SkillPromptTokens = 2000
	SkillsPerPrompt   = 2
)

// The company's bounds (our choice).
const (
	DirectorMemory  = 12 // past turns that a director is shown
	ProjectsShown   = 20 // of the company's projects that have ended
	SittingOps      = 8
	SittingOpens    = 1
	SittingMemos    = 4 // that one turn is about: each needs an action, an order of the founder's two or three
	CompanyProjects = 3 // open at once
	MemoHops        = 6
	MemosPerRoot    = 40
	MemoSubject     = 120
	MemoChars       = 2000
	MemoNote        = 200
	ResultChars     = 6000 // of a document that a director is shown
	ResultsMost     = 4
	SittingsApart   = 10 * time.Minute
	SittingTries    = 3
	MemoLife        = 14 * 24 * time.Hour
	ObjectivesMost  = 3 // of one department
	AsksPerWeek     = 2
	ThinkingShare   = 10 // percent of a week's budget
	OpenShare       = 50 // percent of what is left of it, for one project
	FoundersWord    = 7 * 24 * time.Hour
	PingPong        = 4 // messages there and back between two departments
	DefersMost      = 2 // times that one message is put off
	ProjectItems    = 12
)
