package dashboard

import (
	"net/http"

	"github.com/frasier-cos/frasier/internal/org"
)

// Answers about all of it. Their fields are a promise, as in apianswers.go.
type (
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
