package company

import (
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// MemoKind names the sort of a memo. There are seventeen, and no model can make another.
type MemoKind string

// The kinds, in the order of their numbers.
const (
	MemoDirective       MemoKind = "directive"
	MemoObjective       MemoKind = "objective"
	MemoBrief           MemoKind = "brief"
	MemoResearchRequest MemoKind = "research_request"
	MemoFindings        MemoKind = "findings"
	MemoBuildRequest    MemoKind = "build_request"
	MemoBuildReport     MemoKind = "build_report"
	MemoCampaignRequest MemoKind = "campaign_request"
	MemoCampaignReport  MemoKind = "campaign_report"
	MemoReviewRequest   MemoKind = "review_request"
	MemoReviewVerdict   MemoKind = "review_verdict"
	MemoProgress        MemoKind = "progress_update"
	MemoRisk            MemoKind = "risk"
	MemoBudgetRequest   MemoKind = "budget_request"
	MemoDecision        MemoKind = "decision"
	MemoEscalation      MemoKind = "escalation"
	MemoRetrospective   MemoKind = "retrospective"
)

// MemoPlace limits the subject of a memo of a kind.
type MemoPlace string

// The places: any project or none; a project of the company; one of those that has ended.
const (
	PlaceAny     MemoPlace = "any"
	PlaceProject MemoPlace = "project"
	PlaceEnded   MemoPlace = "ended"
)

// MemoRule says who may send a kind of memo to whom, and about what.
type MemoRule struct {
	Kind  MemoKind
	From  []org.Department
	To    []org.Department
	Place MemoPlace
	Code  bool // written by code alone, never by a model
}

// MemoRules lists the seventeen kinds. Nobody writes to itself.
func MemoRules() []MemoRule {
	others := []org.Department{org.Research, org.Tech, org.Management, org.Marketing}
	doers := []org.Department{org.Research, org.Tech, org.Marketing}
	all := org.Departments()
	return []MemoRule{
		{MemoDirective, []org.Department{org.Founder}, []org.Department{org.Business}, PlaceAny, true},
		{MemoObjective, []org.Department{org.Business}, others, PlaceAny, false},
		{MemoBrief, []org.Department{org.Business, org.Management}, doers, PlaceAny, false},
		{MemoResearchRequest, all, []org.Department{org.Research}, PlaceAny, false},
		{MemoFindings, []org.Department{org.Research}, all, PlaceEnded, true},
		{MemoBuildRequest, all, []org.Department{org.Tech}, PlaceAny, false},
		{MemoBuildReport, []org.Department{org.Tech}, all, PlaceEnded, true},
		{MemoCampaignRequest, all, []org.Department{org.Marketing}, PlaceAny, false},
		{MemoCampaignReport, []org.Department{org.Marketing}, all, PlaceEnded, true},
		{MemoReviewRequest, all, []org.Department{org.Management}, PlaceEnded, false},
		{MemoReviewVerdict, []org.Department{org.Management}, all, PlaceEnded, false},
		{MemoProgress, []org.Department{org.Business, org.Research, org.Tech, org.Marketing}, []org.Department{org.Management}, PlaceProject, false},
		{MemoProgress, []org.Department{org.Management}, []org.Department{org.Business}, PlaceProject, false},
		{MemoRisk, all, []org.Department{org.Management, org.Business}, PlaceAny, false},
		{MemoBudgetRequest, others, []org.Department{org.Business}, PlaceAny, false},
		{MemoDecision, []org.Department{org.Business}, others, PlaceAny, false},
		{MemoEscalation, []org.Department{org.Business, org.Management}, []org.Department{org.Founder}, PlaceAny, false},
		{MemoRetrospective, []org.Department{org.Management}, append([]org.Department{org.Business}, doers...), PlaceEnded, false},
	}
}

// MemoRoute is one way that a memo may go.
type MemoRoute struct {
	Kind   MemoKind       `db:"kind"`
	Sender org.Department `db:"sender"`
	To     org.Department `db:"recipient"`
}

// MemoRoutes lists every way that a memo may go; all others are refused, here and by
// the database.
func MemoRoutes() []MemoRoute {
	var out []MemoRoute
	for _, r := range MemoRules() {
		for _, from := range r.From {
			for _, to := range r.To {
				if from != to {
					out = append(out, MemoRoute{r.Kind, from, to})
				}
			}
		}
	}
	return out
}

// RuleFor returns the rule of a way; false when no memo may go it.
func RuleFor(w MemoRoute) (MemoRule, bool) {
	if w.Sender == w.To {
		return MemoRule{}, false
	}
	for _, r := range MemoRules() {
		if r.Kind == w.Kind && among(r.From, w.Sender) && among(r.To, w.To) {
			return r, true
		}
	}
	return MemoRule{}, false
}

func among(list []org.Department, d org.Department) bool {
	for _, one := range list {
		if one == d {
			return true
		}
	}
	return false
}

// The reserved projects, where what belongs to no other project belongs. They are no
// rows among the projects, so nothing lists, works on, ends or deletes them.
const (
	PlatformReserved org.ProjectID = "platform-reserved"
	OpsReserved      org.ProjectID = "org-ops-reserved"
)

// ReservedFor returns where a department's memos belong that are about no project.
func ReservedFor(d org.Department) org.ProjectID {
	if d == org.Tech {
		return PlatformReserved
	}
	return OpsReserved
}

// Reserved reports whether it is one of the reserved projects.
func Reserved(p org.ProjectID) bool { return p == PlatformReserved || p == OpsReserved }

// MemoState is the state of a memo.
type MemoState string

// The states.
const (
	MemoOpen     MemoState = "open"
	MemoDeferred MemoState = "deferred" // until a time, or until another one is answered
	MemoSettled  MemoState = "settled"
	MemoDeclined MemoState = "declined"
	MemoExpired  MemoState = "expired"
	MemoStuck    MemoState = "stuck"
)

// Ended reports whether nothing more becomes of it.
func (s MemoState) Ended() bool { return s != MemoOpen && s != MemoDeferred }

// Memo is one message between departments.
type Memo struct {
	ID      org.MemoID
	Kind    MemoKind
	From    org.Department
	To      org.Department
	Project org.ProjectID // never empty: a reserved one when it is about no other
	Root    org.MemoID    // the directive or review that it came of; its own id for a directive
	ReplyTo org.MemoID
	Hops    int // how far it is from its root
	Subject string
	Body    string
	Data    MemoData
	State   MemoState
	Reason  string     // why it was declined, deferred or is stuck
	Waits   org.MemoID // of a deferred one: whose answer it waits for
	Until   time.Time
	Defers  int // how often it was put off
	At      time.Time
	Ended   time.Time
}

// MemoData holds the fields of a memo that code reads.
type MemoData struct {
	Status  string      `json:"status,omitempty"`  // of a progress update
	Yes     bool        `json:"yes,omitempty"`     // of a decision
	Cap     org.NanoUSD `json:"cap,omitempty"`     // asked for, or given
	Options []string    `json:"options,omitempty"` // of an escalation
	Answer  string      `json:"answer,omitempty"`  // the founder's
}

// ReportKind returns the kind of message by which code tells the outcome of a project that a
// department opened.
func ReportKind(d org.Department) MemoKind {
	switch d {
	case org.Tech:
		return MemoBuildReport
	case org.Marketing:
		return MemoCampaignReport
	case org.Business, org.Research, org.Management, org.Founder:
	}
	return MemoFindings
}
