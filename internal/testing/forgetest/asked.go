package forgetest

import (
	"encoding/json"
	"net/http"
	"slices"
	"time"
)

// askEvent says that somebody asked somebody for a review, or took that back.
type askEvent struct {
	who, of person
	set     bool
	at      time.Time
}

// askReviewers asks accounts for a review, or takes that back.
func (p *pull) askReviewers(q question) {
	var in struct {
		Reviewers []string `json:"reviewers"`
	}
	if err := json.NewDecoder(q.r.Body).Decode(&in); err != nil || len(in.Reviewers) == 0 {
		answer(q.w, http.StatusUnprocessableEntity, map[string]any{"message": "Validation Failed"})
		return
	}
	set := q.r.Method == http.MethodPost
	for _, name := range in.Reviewers {
		of := named(name)
		p.reviewers = slices.DeleteFunc(p.reviewers, func(who person) bool { return who == of })
		if set {
			p.reviewers = append(p.reviewers, of)
		}
		p.edited = time.Now()
		p.events = append(p.events, askEvent{q.who, of, set, p.edited})
	}
	q.w.WriteHeader(map[bool]int{true: http.StatusCreated, false: http.StatusNoContent}[set])
}

// showAsked lists who asked whom for a review, as GitHub's events or Gitea's timeline.
func (p *pull) showAsked(timeline bool) []map[string]any {
	out := []map[string]any{}
	for n, e := range p.events {
		at := e.at.UTC().Format(time.RFC3339Nano)
		if timeline {
			out = append(out, map[string]any{"id": n + 1, "type": "review_request", "user": e.who.show(), "assignee": e.of.show(), "removed_assignee": !e.set, "created_at": at})
			continue
		}
		word := map[bool]string{true: "review_requested", false: "review_request_removed"}[e.set]
		out = append(out, map[string]any{"id": n + 1, "event": word, "actor": e.who.show(), "review_requester": e.who.show(), "requested_reviewer": e.of.show(), "created_at": at})
	}
	return out
}
