package converse

import (
	"context"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/when"
)

// askedTime finds the reminder whose time the last answer asked for.
var askedTime = lazyregexp.New(`\((w[0-9]{1,9})\)`)

// takeReminder takes the wish to be reminded of something for the command that sets a reminder, and a time that was asked
// for as its answer. The command reads the time again, where the founder's clock is known.
func (h *Handler) takeReminder(ctx context.Context, x *exchange) (t org.Turn, done bool, err error) {
	m := x.message
	if m.Brings() || m.Explicit {
		return t, false, nil
	}
	words := prose.OneLine(m.Text)
	if _, ok := when.FindRequest(words, h.Now(), time.UTC); ok {
		m.Text = "!remind " + words
		t, err = h.obeyCommand(ctx, m, org.Classification{Rules: []string{"asks to be reminded"}})
		return t, true, err
	}
	if id := x.askedReminder(); id != "" {
		if r, err := when.Read(words, h.Now(), time.UTC); err == nil && r.Rest == "" {
			m.Text = "!reminders " + id + " " + words
			t, err := h.obeyCommand(ctx, m, org.Classification{Rules: []string{"the time of a reminder"}})
			return t, true, err
		}
	}
	return t, false, nil
}

// takeOrderAgain takes an order to do something again and again for the command that asks for a yes to it. It reads the time
// again, where the founder's clock is known.
func (h *Handler) takeOrderAgain(ctx context.Context, x *exchange) (t org.Turn, done bool, err error) {
	m := x.message
	if m.Brings() || m.Explicit {
		return t, false, nil
	}
	o, ok, _ := when.FindOrder(prose.OneLine(m.Text), h.Now(), time.UTC) //nolint:errcheck // why a time can't be taken the command says
	if !ok {
		return t, false, nil
	}
	m.Text = strings.TrimSpace("!schedule " + o.Part + " " + o.Matter)
	if o.Most != "" {
		m.Text += " at most $" + o.Most
	}
	t, err = h.obeyCommand(ctx, m, org.Classification{Rules: []string{"orders something again and again"}})
	return t, true, err
}

// askedReminder is the reminder whose time was asked for last here; empty for none.
func (x *exchange) askedReminder() string {
	const answered = 15 * time.Minute
	if len(x.past) == 0 {
		return ""
	}
	last := x.past[len(x.past)-1]
	if x.message.SaidAt.Sub(last.At) > answered {
		return ""
	}
	m := askedTime.FindStringSubmatch(last.Reply)
	if m == nil {
		return ""
	}
	return m[1]
}
