package prompt

import (
	"time"

	"github.com/frasier-cos/frasier/internal/learning"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// contracts has what each stage's prompt is made of besides the blocks that all have. A
// stage that needs no more than lines has no row.
var contracts = map[string]any{ //nolint:gochecknoglobals // a table
	org.StageClassify:   ClassifyContract{},
	org.StageChief:      ChiefContract{},
	org.StagePlan:       PlanContract{},
	org.StageEnrich:     EnrichContract{},
	org.StagePlanReview: PlanReviewContract{},
	org.StageDecompose:  DecomposeContract{},
	org.StageClaims:     ClaimsContract{},
	org.StageGap:        GapContract{},
	org.StageOutline:    OutlineContract{},
	org.StageSection:    SectionContract{},
	org.StageSynthesize: SynthesizeContract{},
	org.StageCritique:   CritiqueContract{},
	org.StageCompare:    CompareContract{},
	org.StageRevise:     ReviseContract{},
	org.StageQA:         QAContract{},
	org.StageLead:       LeadContract{},
	org.StageSummary:    SummaryContract{},
	org.StageCoherence:  CoherenceContract{},
	org.StageRepair:     RepairContract{},
	org.StageSight:      SightContract{},
	org.StageLook:       LookContract{},
	org.StageFigures:    LookContract{},
	org.StageUpskill:    UpskillContract{},
	org.StageExpert:     ExpertContract{},
	org.StageDebug:      DebugContract{},
	org.StageCrosscheck: CrosscheckContract{},
	org.StageCurate:     CurateContract{},
	org.StageSupport:    SupportContract{},
	org.StageTiebreak:   TiebreakContract{},
	org.StageMail:       MailContract{},
	org.StageWatch:      WatchContract{},
	org.StageTurn:       TurnContract{},
	org.StageCodeReview: CodeReviewContract{},
	org.StageDirect:     DirectorContract{},
	org.StageCEO:        DirectorContract{},
}

func emptyContract(stage string) any {
	if c, ok := contracts[stage]; ok {
		return c
	}
	return LinesContract{}
}

// LinesContract is the input of each stage that has no other.
type LinesContract struct {
	Lines []string
}

// ClassifyContract is the input of a message's classification (StageClassify).
type ClassifyContract struct {
	Text        string // the message, whole; the prompt shortens it
	Attachments []org.Attachment
	History     []org.PastTurn // oldest first
	Open        []org.Project  // projects that the message may be about
	Here        org.ProjectID  // the project in whose thread it stands; empty for none
	Rules       []string       // structural rules that hit
}

// ChiefContract is the input of the chief's structured reply (StageChief).
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

// FileText is the shown text of one attached file.
type FileText struct {
	Name  string
	Text  string
	Whole bool // else the passages that have words of the message
}

// Standing describes the state of one project.
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

// Delivered is the shown content of a delivered document.
type Delivered struct {
	Project org.ProjectID
	Title   string
	At      time.Time
	Text    string // its summary, tables and figures, in Markdown
	// Delivery is the key of the delivery that brought it; no part of the prompt.
	Delivery string
}

// PlanContract is the input of a plan's draft (StagePlan).
type PlanContract struct {
	Job    work.PlanningJob
	Past   []string   // outlines of past plans that went well
	Faults []string   // what the lint or the review found in the last draft; empty the first time
	Shelf  work.Shelf // what there is to work from
	Whole  bool       // the documents at hand stand in Data.Evidence, whole
}

// EnrichContract is the input that makes a roadmap's items steps (StageEnrich).
type EnrichContract struct {
	Job     work.PlanningJob // its Items are the ones to plan
	All     bool             // Items are of all phases, so the prompt is of none
	Shelf   work.Shelf       // what there is to work from
	Whole   bool             // the documents at hand stand in Data.Evidence, whole
	Printed bool             // the founder's words in Data.Task hold the items whole
	Code    bool             // each of Items changes code
}

// PlanReviewContract is the input of the plan's review (StagePlanReview).
type PlanReviewContract struct {
	Request string
	Notes   work.PlanNotes
	Steps   []work.PlannedStep
}

// DecomposeContract is the input that turns a step into questions (StageDecompose). The step
// itself stands in Data.Task.
type DecomposeContract struct {
	Kind       org.StepKind
	Budget     org.Budget
	Given      []string // titles of documents at hand that need no search
	Worked     []string // queries that worked before
	Avoid      []string // queries that brought nothing before
	NoResearch bool     // the step is written from the task alone: queries stay empty
	Papers     []string // of the founder's folder, where it is all that is searched
}

// ClaimsContract is the input of the extraction of claims (StageClaims). The passages and
// sub-questions stand in Data.Evidence.
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

// GapContract is the input of the gap analysis (StageGap). Findings stand in Data.Evidence.
type GapContract struct {
	Uncovered  []work.SubQuestion
	Candidates []Candidate
	Ran        []string // queries already run
	Queries    int      // queries left
	Fetches    int      // fetches left
}

// SynthesizeContract is the input of a draft (StageSynthesize).
type SynthesizeContract struct {
	Checklist []work.ChecklistItem // by which the piece is judged
	Words     int                  // length that was asked for; 0 for none
	AtMost    int                  // words that it may have as a part of a document; 0 means as many as its readers need
	Unsought  bool                 // the step does no research: it is written from the task and what came before
	Decides   bool                 // others use the figures that it decides
}

// OutlineContract is the input for the plan of a long piece (StageOutline).
type OutlineContract struct {
	Checklist []work.ChecklistItem // by which the whole is judged
	Words     int                  // length of the whole
}

// SectionContract is the input of one section (StageSection). Only its own passages stand in
// Data.Evidence.
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

// CritiqueContract is the input of the critic (StageCritique). The draft is Data.Working.
type CritiqueContract struct {
	Checklist []work.ChecklistItem
	Audit     []string // what code found, the citation score among it
	Doubts    []string // questions that code cannot answer for itself
}

// CompareContract is the input for choosing one of two versions (StageCompare).
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

// ReviseContract is the input of a revision (StageRevise). The draft is Data.Working.
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

// QAContract is the input of the technical review (StageQA). The text under review is
// Data.Working.
type QAContract struct {
	Engineering bool            // full scope instead of technical quality only
	Criteria    []org.Criterion // acceptance first, then what is asked of the kind
	Decided     []Result        // by code; not to be judged again
	Counted     []Result        // of those left to the reviewer, what code counted
	Audit       []string
	Sources     []work.Citation
	Again       []string // ids that an earlier reply showed no words for; empty on the first asking
}

// UpskillContract is the input for teaching an agent (StageUpskill).
type UpskillContract struct {
	Name     string
	Role     string
	Feedback []string // of reviewers, oldest first
}

// ExpertContract is the input of a domain expert (StageExpert). The text under review is
// Data.Working, the passages are Data.Evidence.
type ExpertContract struct {
	Audit   []string
	Sources []work.Citation
}

// CrosscheckContract is the input of the second opinion (StageCrosscheck): the criteria of the
// technical review without what it said of them. The text is Data.Working.
type CrosscheckContract struct {
	Engineering bool
	Criteria    []org.Criterion
	Decided     []Result
	Counted     []Result
	Sources     []work.Citation
}

// SupportContract is the input for finding the passages behind statements (StageSupport). The
// passages stand in Data.Evidence.
type SupportContract struct{ Statements []Statement }

// Statement is one statement whose passage is looked for.
type Statement struct{ ID, Text string }

// TiebreakContract is the input for settling what reviewers disagree about (StageTiebreak). The
// text is Data.Working.
type TiebreakContract struct {
	Criteria   []org.Criterion // those in dispute
	Objections []string
	Sources    []work.Citation
}

// CurateContract is the input of the curator (StageCurate).
type CurateContract struct {
	Items []learning.Item // lessons of one role that belong together
}

// DebugContract is the input of the debugger (StageDebug).
type DebugContract struct {
	Unopened []string // papers of the founder's folder that nobody read
	Timeline []string // what happened to the step, round by round, in lines
	Change   string   // of code, as the last round left it; a patch, empty for none
	Checks   string   // how they ran on that change, with what failed; empty where they did not
	Category string   // of the work
	Code     bool     // it changes code in a repository
}

// LeadContract is the input of the last reviewer (StageLead). The text under review is
// Data.Working.
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

// SummaryContract is the input for the opening of the assembled document (StageSummary).
type SummaryContract struct {
	Title    string
	Request  string
	Sections []Section
	Missing  []string // what is not in the document and why, in sentences
	Gaps     []string // what could not be found out, in the order of the document
	Decided  []string // figures that parts decided, each with the key of its part
}

// CoherenceContract is the input for the review of the assembled document (StageCoherence). The
// document is Data.Working.
type CoherenceContract struct {
	Request  string
	Sections []Section
	Missing  []string
	Decided  []string // figures that parts decided, each with the key of its part
	Pages    []string // parts that are to fit one page, each with its words
}

// SightContract is the input of the question for the number in a picture (StageSight).
type SightContract struct{}

// LookContract is the input for looking at a picture (StageLook, StageFigures).
type LookContract struct {
	Name  string // of the file
	Asked string // what the founder wrote beside it; empty for nothing
}

// RepairContract is the input of a second try at a reply's JSON (StageRepair).
type RepairContract struct {
	Stage   string // whose reply it is
	Schema  string // that the reply must satisfy; empty where it is not known
	Invalid string
	Faults  []string // the validator's paths
}

// MailContract is the input of an answer to somebody's mail (StageMail).
type MailContract struct {
	Words string   // the founder's, on what the answer is to say; empty where he leaves it
	Lines []string // the mail: who wrote it, its subject, and its beginning
}

// WatchContract holds what rules noticed in the log and cannot judge (StageWatch).
type WatchContract struct {
	Doubt string   // what rules noticed, in a sentence
	Lines []string // of the log, oldest first
}

// TurnContract is the input of one turn of the writer of a change of code (StageTurn).
type TurnContract struct {
	Repository string
	Checks     []string // commands
	Called     bool     // what may be asked for are tools, which it calls
	Actions    []string // what may be asked for, one a line, where it is written down
	Broken     []string // what failed before the change already, with what it said
	Files      []string // paths; in a large repository folders with numbers of files, and the files nearest to the order
	More       int      // files that are not listed
	House      string   // what the repository says on how it wants to be worked on
	Round      int      // from 1
	Begun      bool     // it holds what an earlier round made
	Turns      []Took   // so far
	Diff       string   // the change as it is now
	Last       string   // what the checks said of the change of the round before
	Told       string   // why the change comes to its writer, before his first turn; empty where the task says all
	Yes        bool     // the founder let its packages be fetched
	Fetched    string   // says that new packages are there; empty where none are
	Left       int      // turns, this one among them
}

// CodeReviewContract is the input of one turn of who reviews a change of code (StageCodeReview).
type CodeReviewContract struct {
	Repository  string
	Kind        string   // of the change, in words; empty where nobody says
	Tried       []string // how its checks ended, and its tests on the old code
	Actions     []string // what may be asked for and said, one a line
	Said        string   // by whoever made it
	Allowed     []string // what the founder let through
	Before      []string // what the round before was sent back for
	Files       []string // of the change, with their lines
	Uses        []string // other places that name what it changes
	Part, Parts int      // of the change, from 1
	Diff        string   // this part
	Found       []string // in the parts before
	Turns       []Took   // of this part so far
	Left        int      // turns, this one among them
	Looks       int      // that are left
	Proves      bool     // it is somebody else's pull request: what is found is shown by tests
}

// Took is one turn as it is shown again.
type Took struct {
	N       int
	Thought string
	Did     []string
	Saw     string
}
