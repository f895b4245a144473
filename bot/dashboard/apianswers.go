package dashboard

import (
	"net/http"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
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
		Steps     []noun.Step     `json:"steps"`
	}
	apiSpent = noun.Spending
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
		return nil, faultOf(http.StatusBadRequest, "after is the id of a project, such as p7, not %q.", after)
	}
	if states := org.ProjectStates(); state != "" && !slices.Contains(states, state) {
		return nil, faultOf(http.StatusBadRequest, "state is one of %v, not %q.", states, string(state))
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
		Spent: noun.SpendingOf(t.Spent), Cap: t.Cap, Waiting: noun.ListOf(t.Waiting),
		Document: t.Deliverable.Markdown != "", Decisions: noun.Decisions(t.Decisions), Steps: []noun.Step{},
	}
	for _, step := range t.Steps {
		out.Steps = append(out.Steps, noun.StepOf(step))
	}
	return out, nil
}

// Buttons stand in the reply with what they would give.
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
