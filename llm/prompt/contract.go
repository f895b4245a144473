package prompt

import (
	"time"

	"github.com/frasier-cos/frasier/internal/learning"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// ClassifyContract is what the classification of one message needs (StageClassify).
type ClassifyContract struct {
	Text        string // the message, whole; the prompt shortens it
	Attachments []org.Attachment
	History     []org.PastTurn // oldest first
	Open        []org.Project  // projects that the message may be about
	Here        org.ProjectID  // the project in whose thread it stands; empty for none
	Rules       []string       // structural rules that hit
}

// ChiefContract is what the chief's structured reply needs (StageChief).
type ChiefContract struct {
	Text        string
	Attachments []org.Attachment
	History     []org.PastTurn // oldest first
	Tokens      int            // what the history may take, in tokens
	Projects    []Standing
	Decisions   []org.Decision // that wait, the oldest first
	Delivered   []Delivered    // the nearest to the message first
	Recalled    []org.Memory   // what was said and learnt before that has words of the message
	Class       org.Classification
	Vague       bool   // it may be an order, and was not read with confidence
	Answers     string // the decision to whose card the message replies; empty for none
	Asked       bool   // the last answer in History asked something back
	Directives  []string
	Team        []org.Agent
	Files       []FileText // what is shown of the attachments
	// Repositories are the names of those whose code may be changed; none where no code is worked on.
	Repositories []string
}

// FileText is what is shown of one attached file.
type FileText struct {
	Name  string
	Text  string
	Whole bool // else the passages that have words of the message
}

// Standing is how one project stands.
type Standing struct {
	ID       org.ProjectID
	Title    string
	State    org.ProjectState
	Outcome  string   // why it ended; empty while it is open
	Progress string   // such as "3 of 7 steps done"
	Spent    string   // such as "$1.20"
	Waits    []string // what it waits for, a sentence each
	Noticed  string   // what the watcher noticed last; empty for nothing
	Here     bool     // the message stands in its thread
	Steps    []Part   // in plan order
}

// Part is one step of a project as the chief is shown it.
type Part struct {
	ID    org.StepID
	Title string
	State org.StepState
	Held  bool // by the founder
}

// Delivered is what a delivered document says, as far as it is shown.
type Delivered struct {
	Project org.ProjectID
	Title   string
	At      time.Time
	Text    string // its summary, tables and figures, in Markdown
	// Delivery is the key of the delivery that brought it; no part of the prompt.
	Delivery string
}

// PlanContract is what the draft of a plan needs (StagePlan).
type PlanContract struct {
	Job    work.PlanningJob
	Past   []string   // outlines of past plans that went well
	Faults []string   // what the lint or the review found in the last draft; empty the first time
	Shelf  work.Shelf // what there is to work from
	Whole  bool       // the documents at hand stand in Data.Evidence, whole
}

// EnrichContract is what a roadmap's items need to become steps (StageEnrich).
type EnrichContract struct {
	Job     work.PlanningJob // its Items are the ones to plan
	All     bool             // Items are of all phases, so the prompt is of none
	Shelf   work.Shelf       // what there is to work from
	Whole   bool             // the documents at hand stand in Data.Evidence, whole
	Printed bool             // the founder's words in Data.Task hold the items whole
}

// PlanReviewContract is what the plan's reviewer looks at (StagePlanReview).
type PlanReviewContract struct {
	Request string
	Notes   work.PlanNotes
	Steps   []work.PlannedStep
}

// DecomposeContract is what turning a step into questions needs
// (StageDecompose). The step itself stands in Data.Task.
type DecomposeContract struct {
	Kind       org.StepKind
	Budget     org.Budget
	Given      []string // titles of documents at hand that need no search
	Worked     []string // queries that worked before
	Avoid      []string // queries that brought nothing before
	NoResearch bool     // the step is written from the task alone: queries stay empty
	Papers     []string // of the founder's folder, where it is all that is searched
}

// ClaimsContract is what the extraction of claims needs (StageClaims). The
// passages and sub-questions stand in Data.Evidence.
type ClaimsContract struct {
	AtMost int // claims in the reply; 0 means 14
}

// Candidate is a search result that was not fetched yet.
type Candidate struct {
	ID      string // "u1": what the reply names
	Title   string
	Site    string
	Snippet string
}

// GapContract is what the gap analysis needs (StageGap). Findings stand in
// Data.Evidence.
type GapContract struct {
	Uncovered  []work.SubQuestion
	Candidates []Candidate
	Ran        []string // queries already run
	Queries    int      // queries left
	Fetches    int      // fetches left
}

// SynthesizeContract is what the writing of a draft needs (StageSynthesize).
type SynthesizeContract struct {
	Checklist []work.ChecklistItem // by which the piece is judged
	Words     int                  // length that was asked for; 0 for none
	AtMost    int                  // words that it may have as a part of a document; 0 means as many as its readers need
	Unsought  bool                 // the step does no research: it is written from the task and what came before
	Decides   bool                 // others use the figures that it decides
}

// OutlineContract is what the plan of a long piece needs (StageOutline).
type OutlineContract struct {
	Checklist []work.ChecklistItem // by which the whole is judged
	Words     int                  // length of the whole
}

// SectionContract is what the writing of one section needs (StageSection).
// Only its own passages stand in Data.Evidence.
type SectionContract struct {
	Checklist []work.ChecklistItem // by which the whole is judged
	N, Of     int                  // which section, from 1, and of how many
	Title     string
	Says      string          // what it is to say
	Meets     []org.Criterion // the acceptance criteria that it meets
	Words     int             // length aimed at
	Before    []Section       // the sections before it, with their first sentences
	Unsought  bool            // the step does no research
}

// CritiqueContract is what the critic needs (StageCritique). The draft is
// Data.Working.
type CritiqueContract struct {
	Checklist []work.ChecklistItem
	Audit     []string // what code found, the citation score among it
	Doubts    []string // questions that code cannot answer for itself
}

// CompareContract is what choosing one of two versions needs (StageCompare).
type CompareContract struct {
	Checklist     []work.ChecklistItem
	First, Second string
	Counts        []string // what code counted in each, such as words
}

// Defect is one thing that a revision must change.
type Defect struct {
	Para        int // paragraph of the draft, from 1; 0 for the whole
	Problem     string
	Instruction string
	Passage     string // text of the right passage, with its marker; empty for none
}

// ReviseContract is what a revision needs (StageRevise). The draft is
// Data.Working.
type ReviseContract struct {
	Checklist []work.ChecklistItem // by which the piece is judged
	Defects   []Defect
	AtMost    int  // words that the piece may have; 0 means as many as its readers need
	Decides   bool // others use the figures that it decides
}

// Result is one acceptance item that code decided.
type Result struct {
	ID   string
	Pass bool
	Note string
}

// QAContract is what the technical review needs (StageQA). The text under
// review is Data.Working.
type QAContract struct {
	Engineering bool            // full scope instead of technical quality only
	Criteria    []org.Criterion // acceptance first, then what is asked of the kind
	Decided     []Result        // by code; not to be judged again
	Counted     []Result        // of those left to the reviewer, what code counted
	Audit       []string
	Sources     []work.Citation
}

// UpskillContract is what the teaching of an agent needs (StageUpskill).
type UpskillContract struct {
	Name     string
	Role     string
	Feedback []string // of reviewers, oldest first
}

// ExpertContract is what a domain expert looks at (StageExpert). The text under
// review is Data.Working, the passages are Data.Evidence.
type ExpertContract struct {
	Audit   []string
	Sources []work.Citation
}

// CrosscheckContract is what the second opinion looks at (StageCrosscheck):
// the criteria of the technical review without what it said of them. The text
// is Data.Working.
type CrosscheckContract struct {
	Engineering bool
	Criteria    []org.Criterion
	Decided     []Result
	Counted     []Result
	Sources     []work.Citation
}

// SupportContract is what looking for the passages behind statements needs
// (StageSupport). The passages stand in Data.Evidence.
type SupportContract struct{ Statements []Statement }

// Statement is one of them.
type Statement struct{ ID, Text string }

// TiebreakContract is what reviewers disagree about (StageTiebreak). The text
// is Data.Working.
type TiebreakContract struct {
	Criteria   []org.Criterion // those in dispute
	Objections []string
	Sources    []work.Citation
}

// CurateContract is what the curator tidies (StageCurate).
type CurateContract struct {
	Items []learning.Item // lessons of one role that belong together
}

// DebugContract is what the debugger looks at (StageDebug).
type DebugContract struct {
	Unopened []string // papers of the founder's folder that nobody read
	Timeline []string // what happened to the step, round by round, in lines
	Change   string   // of code, as the last round left it; a patch, empty for none
	Category string   // of the work
	Code     bool     // it changes code in a repository
}

// LeadContract is what the last reviewer needs (StageLead). The text under
// review is Data.Working.
type LeadContract struct {
	Final bool // the text under review is the deliverable
	Audit []string
}

// Section is one part of the assembled document.
type Section struct {
	Key   string
	Title string
	Gist  string // its digest, or its first paragraph
}

// SummaryContract is what the opening of the assembled document needs
// (StageSummary).
type SummaryContract struct {
	Title    string
	Request  string
	Sections []Section
	Missing  []string // what is not in the document and why, in sentences
	Gaps     []string // what could not be found out, in the order of the document
	Decided  []string // figures that parts decided, each with the key of its part
}

// CoherenceContract is what the review of the assembled document needs
// (StageCoherence). The document is Data.Working.
type CoherenceContract struct {
	Request  string
	Sections []Section
	Missing  []string
	Decided  []string // figures that parts decided, each with the key of its part
	Pages    []string // parts that are to fit one page, each with its words
}

// SightContract is of the question for the number in a picture (StageSight).
type SightContract struct{}

// LookContract is what looking at a picture needs (StageLook, StageFigures).
type LookContract struct {
	Name  string // of the file
	Asked string // what the founder wrote beside it; empty for nothing
}

// RepairContract is what a second try at a reply's JSON needs (StageRepair).
type RepairContract struct {
	Stage   string // whose reply it is
	Schema  string // that the reply must satisfy; empty where it is not known
	Invalid string
	Faults  []string // the validator's paths
}

// WatchContract is what rules noticed in the log and cannot judge (StageWatch).
type WatchContract struct {
	Doubt string   // what rules noticed, in a sentence
	Lines []string // of the log, oldest first
}

// TurnContract is what the writer of a change of code is shown before a turn (StageTurn).
type TurnContract struct {
	Repository string
	Checks     []string // commands
	Broken     []string // what failed before the change already
	Files      []string // paths
	More       int      // files that are not listed
	House      string   // what the repository says on how it wants to be worked on
	Round      int      // from 1
	Begun      bool     // it holds what an earlier round made
	Turns      []Took   // so far
	Left       int      // turns, this one among them
}

// Took is one turn as it is shown again.
type Took struct {
	N   int
	Did []string
	Saw string
}
