package status

import (
	"context"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
)

// What programs get from GET status. Its fields are a promise: none goes, none changes its meaning.
type (
	statusAnswer struct {
		At         time.Time       `json:"at"`
		Queue      int             `json:"steps_ready"`
		Working    int             `json:"steps_in_work"`
		Held       int             `json:"steps_held"`
		Deliveries int             `json:"deliveries_waiting"`
		Unanswered int             `json:"unanswered"` // what the founder said
		Decisions  int             `json:"decisions"`
		Messages   int             `json:"messages"` // between departments, that have not ended
		Bytes      int64           `json:"database_bytes"`
		Event      int64           `json:"last_event"`
		Today      noun.Spending   `json:"spent_today"`
		Processes  []processAnswer `json:"processes"`
	}
	processAnswer struct {
		ID      string `json:"id"`
		Role    string `json:"role"`
		Seconds int64  `json:"heard_of_seconds_ago"`
	}
)

func (s records) giveStatus(ctx context.Context, _ noun.AnswerRequest) (any, error) {
	h, err := s.Health(ctx)
	if err != nil {
		return nil, err
	}
	costs, err := s.Costs(ctx, 1)
	if err != nil {
		return nil, err
	}
	last, err := s.LastEvent(ctx)
	if err != nil {
		return nil, err
	}
	out := statusAnswer{
		At: h.At, Queue: h.Queue, Working: h.Working, Held: h.Held, Deliveries: h.Outbox, Unanswered: h.Unanswered, Decisions: h.Decisions, Messages: h.Memos,
		Bytes: h.Bytes, Event: last, Processes: []processAnswer{},
	}
	for _, c := range costs {
		out.Today = noun.SpendingOf(c.Total)
	}
	for _, p := range h.Seen {
		out.Processes = append(out.Processes, processAnswer{p.Owner, p.Role, int64(max(p.Age, 0).Seconds())})
	}
	return out, nil
}
