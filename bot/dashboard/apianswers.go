package dashboard

import (
	"net/http"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// What follows is what programs are given. Their fields are a promise to those who
// wrote the programs, so they are named here and not where the store fills them.
type (
	apiReply struct {
		Text string  `json:"text"`
		Card apiCard `json:"card"`
	}
	apiCard struct {
		Buttons []apiButton `json:"buttons"`
		Choices []apiChoice `json:"choices"` // one of many
	}
	apiButton struct {
		Label string `json:"label"`
		Line  string `json:"line,omitempty"` // the command that it gives
		Ask   string `json:"ask,omitempty"`  // what is to be asked first; the words follow the line
		URL   string `json:"url,omitempty"`
	}
	apiChoice struct {
		Label string `json:"label"`
		Line  string `json:"line"`
	}
	apiName struct {
		ID    org.ProjectID    `json:"id"`
		Title string           `json:"title"`
		State org.ProjectState `json:"state"`
	}
	apiList struct {
		Projects []apiName     `json:"projects"`
		Next     org.ProjectID `json:"next,omitempty"` // for after; empty at the end
	}
	apiWhole struct {
		apiName
		Goal      string          `json:"goal"`
		Outcome   string          `json:"outcome,omitempty"`
		Created   time.Time       `json:"created_at"`
		Ended     time.Time       `json:"ended_at,omitzero"`
		Spent     apiSpent        `json:"spent"`
		Cap       org.NanoUSD     `json:"cap_nano_usd,omitempty"`
		Waiting   []string        `json:"waiting"`
		Document  bool            `json:"document"` // whether there is one
		Decisions []noun.Decision `json:"decisions"`
		Steps     []apiStepShort  `json:"steps"`
	}
	apiSpent     = noun.Spending
	apiStepShort struct {
		ID        org.StepID    `json:"id"`
		Title     string        `json:"title"`
		State     org.StepState `json:"state"`
		Kind      org.StepKind  `json:"kind"`
		Agent     org.AgentID   `json:"agent,omitempty"`
		DependsOn []org.StepID  `json:"depends_on"`
		Started   time.Time     `json:"started_at,omitzero"`
		Ended     time.Time     `json:"ended_at,omitzero"`
	}
	apiStepLong struct {
		apiStepShort
		Project org.ProjectID `json:"project"`
		Goal    string        `json:"goal"`
		Result  string        `json:"result,omitempty"`
		Cause   string        `json:"cause,omitempty"` // why it failed or was cancelled
		Rounds  []apiRound    `json:"rounds"`
	}
	apiRound struct {
		N        int       `json:"round"`
		SentBack string    `json:"sent_back_by,omitempty"`
		Feedback []string  `json:"feedback,omitempty"`
		Calls    []apiCall `json:"calls"`
	}
	apiCall struct {
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
)

// projectID and stepID are how ids look; others are not looked for.
var (
	projectID = lazyregexp.New(`^p[0-9]{1,18}$`)
	stepID    = lazyregexp.New(`^s[0-9]{1,18}$`)
)

func (s *server) apiProjects(r *http.Request, _ org.Token) (any, error) {
	n, err := noun.Limit(r.URL.Query())
	if err != nil {
		return nil, err
	}
	query := r.URL.Query()
	after, state := query.Get("after"), org.ProjectState(query.Get("state"))
	if after != "" && !projectID.MatchString(after) {
		return nil, faulty(http.StatusBadRequest, "after is the id of a project, such as p7, not %q.", after)
	}
	if states := org.ProjectStates(); state != "" && !slices.Contains(states, state) {
		return nil, faulty(http.StatusBadRequest, "state is one of %v, not %q.", states, string(state))
	}
	found, err := s.Records.ProjectsAfter(r.Context(), org.ProjectID(after), state, n+1)
	if err != nil {
		return nil, err
	}
	out := apiList{Projects: []apiName{}}
	if len(found) > n {
		found = found[:n]
		out.Next = found[n-1].ID
	}
	for _, p := range found {
		out.Projects = append(out.Projects, apiName(p))
	}
	return out, nil
}

func (s *server) apiProject(r *http.Request, _ org.Token) (any, error) {
	t, err := s.ticket(r)
	if err != nil {
		return nil, err
	}
	p := t.Project
	out := apiWhole{
		apiName: apiName{p.ID, p.Title, p.State}, Goal: p.Goal, Outcome: p.Outcome, Created: p.CreatedAt, Ended: p.EndedAt,
		Spent: noun.SpendingOf(t.Spent), Cap: t.Cap, Waiting: listOf(t.Waiting),
		Document: t.Deliverable.Markdown != "", Decisions: noun.Decisions(t.Decisions), Steps: []apiStepShort{},
	}
	for _, step := range t.Steps {
		out.Steps = append(out.Steps, short(step))
	}
	return out, nil
}

func (s *server) apiStep(r *http.Request, _ org.Token) (any, error) {
	id := r.PathValue("id")
	if !stepID.MatchString(id) {
		return nil, org.ErrNotFound
	}
	trace, err := s.Records.StepTrace(r.Context(), org.StepID(id))
	if err != nil {
		return nil, err
	}
	step := trace.Step
	out := apiStepLong{apiStepShort: short(step), Project: step.Project, Goal: step.Goal, Result: step.Result, Cause: step.Cause, Rounds: []apiRound{}}
	for _, round := range trace.Rounds {
		one := apiRound{N: round.N, SentBack: round.Rejection.Reviewer, Feedback: round.Rejection.Feedback, Calls: []apiCall{}}
		for _, c := range round.Calls {
			one.Calls = append(one.Calls, callOf(c))
		}
		out.Rounds = append(out.Rounds, one)
	}
	return out, nil
}

func callOf(c reports.CallTrace) apiCall {
	return apiCall{c.Seq, c.Purpose, c.Model, c.State, c.In, c.Out, c.Cost, c.CostSource, c.At, c.EndedAt}
}

// replyOf is what a command said, with what its buttons would give.
func replyOf(r org.Reply) apiReply {
	out := apiReply{r.Text, apiCard{[]apiButton{}, []apiChoice{}}}
	for _, b := range r.Card.Buttons {
		out.Card.Buttons = append(out.Card.Buttons, apiButton{b.Label, b.Command, b.Ask, b.URL})
	}
	if m := r.Card.Menu; m != nil {
		for _, c := range m.Choices {
			out.Card.Choices = append(out.Card.Choices, apiChoice{c.Label, m.Command + " " + c.Value})
		}
	}
	return out
}

func short(s org.Step) apiStepShort {
	return apiStepShort{s.ID, s.Title, s.State, s.Kind, s.Agent, listOf(s.DependsOn), s.StartedAt, s.EndedAt}
}

// listOf is a list that is never null in JSON.
func listOf[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
