package ticket_test

import (
	"errors"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/ticket"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// A delivery with a noun's news has the noun's words and buttons, and keeps what it brought itself; news that cannot be said
// leave it as it is.
func TestNewsAreSaidByTheirNoun(t *testing.T) {
	r := ticket.Renderer{Now: time.Now, News: func(n reports.News) (org.Reply, error) {
		if n.Noun != "pulse" {
			return org.Reply{}, org.ErrNotFound
		}
		return org.Reply{Text: "It is busy here.", Card: org.Card{Buttons: []org.Button{{Label: "Again", Command: "pulse"}}}}, nil
	}}
	v := reports.Delivery{Key: "pulse:1", Title: "Pulse", Facts: reports.Facts{News: &reports.News{Noun: "pulse"}}}
	got, err := r.Render(t.Context(), v)
	if err != nil || got.Body != "It is busy here." || got.Title != "Pulse" || len(got.Card.Buttons) != 1 {
		t.Errorf("%+v, %v", got, err)
	}
	v.Card.Buttons = []org.Button{{Label: "Mine", Command: "status"}, {Label: "Other", Command: "costs"}}
	if got, err = r.Render(t.Context(), v); err != nil || len(got.Card.Buttons) != 2 {
		t.Errorf("its own buttons are %+v, %v", got.Card.Buttons, err)
	}
	v.Facts.News.Noun = "nosuch"
	if got, err = r.Render(t.Context(), v); !errors.Is(err, org.ErrNotFound) || got.Body != "" {
		t.Errorf("news that nobody says: %+v, %v", got, err)
	}
}
