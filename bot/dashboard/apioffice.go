package dashboard

import (
	"net/http"
	"strconv"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/internal/org"
)

// Answers about all of it. Their fields are a promise, as in apianswers.go.
type (
	apiCosts struct {
		Days      int       `json:"days"`
		Since     time.Time `json:"since"`
		Total     apiSum    `json:"total"`
		ByProject []apiSum  `json:"by_project"`
		ByTier    []apiSum  `json:"by_tier"`
		ByAgent   []apiSum  `json:"by_agent"`
		ByModel   []apiSum  `json:"by_model"`
		ByPurpose []apiSum  `json:"by_purpose"`
		ByDay     []apiDay  `json:"by_day"`
	}
	apiSum struct {
		Name string `json:"name,omitempty"`
		apiSpent
		In  int `json:"tokens_in"`
		Out int `json:"tokens_out"`
	}
	apiDay struct {
		Day  string   `json:"day"`
		Tier org.Tier `json:"tier"`
		apiSpent
	}
	apiAgent struct {
		ID        org.AgentID `json:"id"`
		Name      string      `json:"name"`
		Role      string      `json:"role"`
		Category  string      `json:"category"`
		Version   int         `json:"persona_version"`
		Working   string      `json:"working,omitempty"`
		Completed int         `json:"steps_completed"`
		Rejected  int         `json:"rounds_sent_back"`
		Points    org.Points  `json:"points"`
		Score     float64     `json:"mean_score"` // of the time before points; it goes at the first release
	}
	apiAgentList struct {
		Agents []apiAgent `json:"agents"`
	}
)

const (
	daysUsual = 30
	daysMost  = 366
)

func (s *server) apiCosts(r *http.Request, _ org.Token) (any, error) {
	days := daysUsual
	if text := r.URL.Query().Get("days"); text != "" {
		var err error
		if days, err = strconv.Atoi(text); err != nil || days < 1 || days > daysMost {
			return nil, faulty(http.StatusBadRequest, "days is a number from 1 to %d, not %.40q.", daysMost, text)
		}
	}
	reports, err := s.Records.Costs(r.Context(), days)
	if err != nil || len(reports) == 0 {
		return nil, err
	}
	daily, err := s.Records.Daily(r.Context(), days)
	if err != nil {
		return nil, err
	}
	c := reports[len(reports)-1]
	out := apiCosts{
		Days: days, Since: c.Since, Total: sumOf(c.Total), ByProject: sumsOf(c.ByProject), ByTier: sumsOf(c.ByTier), ByAgent: sumsOf(c.ByAgent),
		ByModel: sumsOf(c.ByModel), ByPurpose: sumsOf(c.ByPurpose), ByDay: []apiDay{},
	}
	for _, d := range daily {
		out.ByDay = append(out.ByDay, apiDay{d.Day, d.Tier, noun.Spending{Cost: d.Cost, Calls: d.Calls, Unknown: d.Unknown}})
	}
	return out, nil
}

func costOf(c org.CostLine) apiSpent { return noun.SpendingOf(c) }

func sumOf(c org.CostLine) apiSum { return apiSum{c.Name, costOf(c), c.In, c.Out} }

func sumsOf(lines []org.CostLine) []apiSum {
	out := []apiSum{}
	for _, c := range lines {
		out = append(out, sumOf(c))
	}
	return out
}

func (s *server) apiAgents(r *http.Request, _ org.Token) (any, error) {
	all, err := s.Records.Roster(r.Context())
	if err != nil {
		return nil, err
	}
	out := apiAgentList{[]apiAgent{}}
	for _, a := range all {
		out.Agents = append(out.Agents, apiAgent{a.ID, a.Name, a.Role, a.Category, a.Version, a.Working, a.Completed, a.Rejected, a.Points, a.Score})
	}
	return out, nil
}
