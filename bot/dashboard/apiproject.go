package dashboard

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Answers about one project or step, as in apianswers.go.
type (
	apiPlan struct {
		Project  org.ProjectID `json:"project"`
		Missions []apiMission  `json:"missions"`
	}
	apiMission struct {
		ID           org.MissionID    `json:"id"`
		Phase        int              `json:"phase"`
		Label        string           `json:"label,omitempty"`
		State        org.MissionState `json:"state"`
		Outcome      string           `json:"outcome,omitempty"`
		Objective    string           `json:"objective,omitempty"`
		Requirements []apiNeed        `json:"requirements"`
		Assumptions  []string         `json:"assumptions"`
		OutOfScope   []string         `json:"out_of_scope"`
		Risk         string           `json:"risk,omitempty"`
		Steps        []org.StepID     `json:"steps"`
	}
	apiNeed struct {
		ID   string `json:"id"`
		Text string `json:"text"`
	}
	apiStepList struct {
		Steps []apiStepShort `json:"steps"`
		Next  string         `json:"next,omitempty"`
	}
	apiCitation struct {
		Step     org.StepID     `json:"step"`
		Claim    string         `json:"claim"`
		Quote    string         `json:"quote"`
		Document org.DocumentID `json:"document"`
		Title    string         `json:"title"`
		URL      string         `json:"url,omitempty"`
		Start    int            `json:"start"` // bytes, in the document's text
		End      int            `json:"end"`
		Fetched  time.Time      `json:"fetched_at,omitzero"`
	}
	apiCitationList struct {
		Citations []apiCitation `json:"citations"`
		Next      string        `json:"next,omitempty"`
	}
	apiTrace struct {
		Step   org.StepID      `json:"step"`
		Rounds []apiTraceRound `json:"rounds"`
	}
	apiTraceRound struct {
		N        int           `json:"round"`
		SentBack string        `json:"sent_back_by,omitempty"`
		Feedback []string      `json:"feedback,omitempty"`
		Stages   []apiStage    `json:"stages"`
		Calls    []apiFullCall `json:"calls"`
		Drafts   []apiDraft    `json:"drafts"`
		Reviews  []apiReview   `json:"reviews"`
	}
	apiStage struct {
		Name   string    `json:"name"`
		Output string    `json:"output"`
		At     time.Time `json:"at"`
	}
	apiFullCall struct {
		apiCall
		Try      int         `json:"try"`
		Asked    org.Tier    `json:"tier_asked"`
		Served   org.Tier    `json:"tier_served"`
		Answered string      `json:"answered_by,omitempty"`
		Provider string      `json:"provider,omitempty"`
		Cached   int         `json:"tokens_cached"`
		Error    string      `json:"error,omitempty"`
		Prompt   []apiPrompt `json:"prompt"`
		Reply    string      `json:"reply"`
	}
	apiPrompt struct {
		Name string `json:"name"`
		Text string `json:"text"`
	}
	apiDraft struct {
		Version int        `json:"version"`
		Body    string     `json:"body"`
		Points  org.Points `json:"points"`
		Score   float64    `json:"score"` // of the time before points; it goes at the first release
		Scored  bool       `json:"scored"`
		Chosen  bool       `json:"chosen"`
	}
	apiReview struct {
		By       org.AgentID `json:"by"`
		Role     string      `json:"role"`
		Pass     bool        `json:"pass"`
		Findings []string    `json:"findings"`
		Model    string      `json:"model,omitempty"`
	}
)

// citationKey is how an entry of a list of quotes is named: a step and a number.
var citationKey = lazyregexp.New(`^s[0-9]{1,18}[.][0-9]{1,9}$`)

// isProject returns org.ErrNotFound unless there is a project of the id that is
// asked for: each has a line in the journal.
func (s *server) isProject(r *http.Request) error {
	id := r.PathValue("id")
	if !projectID.MatchString(id) {
		return org.ErrNotFound
	}
	lines, err := s.Records.EventsAfter(r.Context(), org.ProjectID(id), 0, 1)
	if err == nil && len(lines) == 0 {
		err = org.ErrNotFound
	}
	return err
}

func (s *server) apiPlan(r *http.Request, _ org.Token) (any, error) {
	t, err := s.ticket(r)
	if err != nil {
		return nil, err
	}
	out := apiPlan{t.Project.ID, []apiMission{}}
	for _, m := range t.Missions {
		notes := t.Notes[m.ID]
		one := apiMission{
			ID: m.ID, Phase: m.Phase, Label: m.Label, State: m.State, Outcome: m.Outcome, Objective: notes.Objective, Requirements: []apiNeed{},
			Assumptions: listOf(notes.Assumptions), OutOfScope: listOf(notes.OutOfScope), Risk: notes.Risk, Steps: []org.StepID{},
		}
		for _, n := range notes.Needs {
			one.Requirements = append(one.Requirements, apiNeed{n.ID, n.Text})
		}
		for _, step := range t.Steps {
			if step.Mission == m.ID {
				one.Steps = append(one.Steps, step.ID)
			}
		}
		out.Missions = append(out.Missions, one)
	}
	return out, nil
}

func (s *server) ticket(r *http.Request) (reports.Ticket, error) {
	id := r.PathValue("id")
	if !projectID.MatchString(id) {
		return reports.Ticket{}, org.ErrNotFound
	}
	return s.Records.Ticket(r.Context(), org.ProjectID(id), s.Now())
}

func (s *server) apiSteps(r *http.Request, _ org.Token) (any, error) {
	t, err := s.ticket(r)
	if err != nil {
		return nil, err
	}
	all := []apiStepShort{}
	for _, step := range t.Steps {
		all = append(all, short(step))
	}
	var out apiStepList
	out.Steps, out.Next, err = pageOf(r, all, stepID, func(i int) string { return string(all[i].ID) })
	return out, err
}

func (s *server) apiCitations(r *http.Request, _ org.Token) (any, error) {
	if err := s.isProject(r); err != nil {
		return nil, err
	}
	found, err := s.Records.Citations(r.Context(), org.ProjectID(r.PathValue("id")))
	if err != nil {
		return nil, err
	}
	all, keys, of := []apiCitation{}, []string{}, map[org.StepID]int{}
	for _, c := range found {
		of[c.Step]++
		keys = append(keys, fmt.Sprintf("%s.%d", c.Step, of[c.Step]))
		all = append(all, apiCitation{c.Step, c.Claim, c.Quote, c.Document, c.Title, c.URL, c.Start, c.End, c.FetchedAt})
	}
	var out apiCitationList
	out.Citations, out.Next, err = pageOf(r, all, citationKey, func(i int) string { return keys[i] })
	return out, err
}

// pageOf picks the part of a list that a request asks for, and the key of its last
// entry when more follow. form is how such keys look.
func pageOf[T any](r *http.Request, all []T, form *lazyregexp.Regexp, key func(int) string) (some []T, next string, err error) {
	n, err := noun.Limit(r.URL.Query())
	if err != nil {
		return nil, "", err
	}
	begin := 0
	after := r.URL.Query().Get("after")
	if after != "" && !form.MatchString(after) {
		return nil, "", faulty(http.StatusBadRequest, "after is what \"next\" said before, not %.40q.", after)
	}
	if after != "" {
		for i := range all {
			if key(i) == after {
				begin = i + 1
			}
		}
		if begin == 0 {
			return nil, "", faulty(http.StatusConflict, "The list has no %s any more. Begin again without \"after\".", after)
		}
	}
	if end := begin + n; end < len(all) {
		return all[begin:end], key(end - 1), nil
	}
	return all[begin:], "", nil
}

func (s *server) apiReceipt(r *http.Request, _ org.Token) (any, error) {
	if id := r.PathValue("id"); projectID.MatchString(id) {
		return s.Records.Receipt(r.Context(), org.ProjectID(id))
	}
	return nil, org.ErrNotFound
}

func (s *server) apiDocument(r *http.Request, _ org.Token) (any, error) {
	if err := s.isProject(r); err != nil {
		return nil, err
	}
	d, err := s.Records.Deliverable(r.Context(), org.ProjectID(r.PathValue("id")))
	if err == nil && d.Markdown == "" {
		err = org.ErrNotFound
	}
	return asIs{"text/markdown", func(w http.ResponseWriter) error {
		_, err := io.WriteString(w, d.Markdown)
		return err
	}}, err
}

func (s *server) apiTrace(r *http.Request, _ org.Token) (any, error) {
	id := r.PathValue("id")
	if !stepID.MatchString(id) {
		return nil, org.ErrNotFound
	}
	trace, err := s.Records.StepTrace(r.Context(), org.StepID(id))
	if err != nil {
		return nil, err
	}
	out := apiTrace{trace.Step.ID, []apiTraceRound{}}
	for _, round := range trace.Rounds {
		one := apiTraceRound{
			N: round.N, SentBack: round.Rejection.Reviewer, Feedback: round.Rejection.Feedback,
			Stages: []apiStage{}, Calls: []apiFullCall{}, Drafts: []apiDraft{}, Reviews: []apiReview{},
		}
		for _, p := range round.Stages {
			one.Stages = append(one.Stages, apiStage{org.StageSlot(p.Stage, p.Seq), p.Output, p.At})
		}
		for _, c := range round.Calls {
			one.Calls = append(one.Calls, fullCall(c))
		}
		for _, d := range round.Drafts {
			one.Drafts = append(one.Drafts, apiDraft{d.Version, d.Body, d.Points, d.Score, d.Scored, d.Chosen})
		}
		for _, v := range round.Reviews {
			one.Reviews = append(one.Reviews, apiReview{v.Reviewer, v.Role, v.Pass, listOf(v.Findings), v.Model})
		}
		out.Rounds = append(out.Rounds, one)
	}
	return out, nil
}

func fullCall(c reports.CallTrace) apiFullCall {
	out := apiFullCall{
		apiCall: callOf(c), Try: c.Try, Asked: c.Asked, Served: c.Served, Answered: c.Answered, Provider: c.Provider, Cached: c.Cached,
		Error: c.Error, Prompt: []apiPrompt{}, Reply: c.Reply,
	}
	for _, b := range c.Prompt {
		out.Prompt = append(out.Prompt, apiPrompt(b))
	}
	return out
}

// lineAfter is the line of the journal that a request wants those after; 0 for the
// beginning.
func lineAfter(text string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return 0, faulty(http.StatusBadRequest, "after is the number of a line of the journal, not %.40q.", text)
	}
	return n, nil
}
