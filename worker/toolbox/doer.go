package toolbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/retry"
)

const (
	claimTerm = 3 * time.Minute // longer than a call and what is written down of it
	recordMax = 10 * time.Second
	// answerMost bounds the part of an answer that is kept, in characters.
	answerMost = 4000
)

// pace spaces the tries of a call that may go out once more, about a day: its server is away. What waited for a yes is older than that when it is tried first, so tries
// count and not its age.
func pace() retry.Policy {
	return retry.Policy{First: 30 * time.Second, Most: 15 * time.Minute, Tries: 100}
}

// Orders is the part of the store that a Doer needs besides its client's. *store.DB is one.
type Orders interface {
	ClaimToolAction(ctx context.Context, owner string, term time.Duration) (outward.Claim, error)
	MarkSent(ctx context.Context, c outward.Claim) error
	EndAction(ctx context.Context, c outward.Claim, e outward.Ending) error
}

// Doer carries out calls that change something. That a call goes out is written down before it does: after a kill it goes out again only where its
// server knows it again, by a key or because it says that the same call changes nothing more; else the founder is told that it may have been done.
type Doer struct {
	*Client

	Orders Orders
	Crash  func(point string) // test hook; nil in shipped commands
}

// Next carries out one call. It returns org.ErrNoWork when there is none.
func (d *Doer) Next(ctx context.Context) error {
	c, err := d.Orders.ClaimToolAction(ctx, d.Owner, claimTerm)
	if err != nil {
		return err
	}
	e, err := d.carryOut(ctx, c)
	if err != nil {
		return err
	}
	d.crash("called")
	record, stop := context.WithTimeout(context.WithoutCancel(ctx), recordMax) // what was done is written down though the process stops
	defer stop()
	err = retry.WhileDisk(record, func(ctx context.Context) error { return d.Orders.EndAction(ctx, c, e) }, func(a retry.Attempt) {
		d.Log.WarnContext(ctx, "action not recorded", "action", c.Action.ID, "err", a.Err, "again_in", a.Wait)
	})
	if errors.Is(err, org.ErrLeaseLost) {
		return nil
	}
	return err
}

func (d *Doer) crash(point string) {
	if d.Crash != nil {
		d.Crash(point)
	}
}

// unclear tells a founder of a call of which nobody knows whether it was done.
const unclear = "it was called, and nobody heard the answer: it may be done already. Look there, and order it again if it is not"

// carryOut makes one call and says what became of it.
func (d *Doer) carryOut(ctx context.Context, c outward.Claim) (outward.Ending, error) {
	var before outward.ToolAnswer
	if len(c.Action.Answer) > 0 {
		if err := json.Unmarshal(c.Action.Answer, &before); err != nil {
			return outward.Ending{State: outward.Refused, Why: "what became of it cannot be read: " + err.Error()}, nil //nolint:nilerr // the founder is told
		}
	}
	var order outward.ToolCall
	args := map[string]any{}
	err := json.Unmarshal(c.Action.Order, &order)
	if err == nil {
		err = json.Unmarshal(order.Arguments, &args)
	}
	if err != nil {
		return outward.Ending{State: outward.Refused, Why: "what is to be done there cannot be read: " + err.Error()}, nil //nolint:nilerr // as above
	}
	s, tool, why, err := d.find(ctx, order)
	if err != nil {
		return outward.Ending{}, err
	}
	if why != "" {
		return d.endUncalled(before, why), nil
	}
	keyed := false
	if name, takes := tool.KeyArgument(); takes {
		key, err := d.Key()
		if err != nil {
			return outward.Ending{}, err
		}
		if _, given := args[name]; !given {
			args[name] = key.Mark("tool " + c.Action.Key)
		}
		keyed = true
	}
	sent, knows := before.Sent, false
	answer, err := d.Call(ctx, s, tool, args, func(ctx context.Context, seen Seen) error {
		if knows = keyed || seen.Repeats; sent && !knows {
			return refuse(unclear)
		}
		d.crash("ready")
		if err := d.Orders.MarkSent(ctx, c); err != nil {
			return err
		}
		sent = true
		d.crash("marked")
		return nil
	})
	switch {
	case errors.Is(err, org.ErrLeaseLost):
		return outward.Ending{}, err
	case err == nil && answer.Fault:
		return d.endWith(outward.Refused, "it says: "+clipAnswer(answer.Text, 300), answer.Text)
	case err == nil:
		return d.endWith(outward.Done, "", answer.Text)
	}
	return d.judge(ctx, c, err, sent, knows)
}

// judge says what becomes of a call that got no answer.
func (d *Doer) judge(ctx context.Context, c outward.Claim, err error, sent, knows bool) (outward.Ending, error) {
	if ctx.Err() != nil {
		return outward.Ending{}, ctx.Err() // whoever comes next sees what was written down
	}
	var no *RefusedError
	wait, verdict := pace().Judge(err, c.Action.Tries, c.Action.At, d.Now())
	switch {
	case errors.As(err, &no) && (!sent || no.Text == unclear):
		return outward.Ending{State: outward.Refused, Why: no.Text}, nil
	case errors.As(err, &no):
		return outward.Ending{State: outward.Refused, Why: no.Text + "; it was called, so it may be done"}, nil
	case sent && !knows:
		return outward.Ending{State: outward.Refused, Why: unclear}, nil
	case verdict.Over():
		return outward.Ending{State: outward.Refused, Why: fmt.Sprintf("tried for a day: %s", clipAnswer(err.Error(), 300))}, nil
	}
	d.Log.WarnContext(ctx, "tool call", "action", c.Action.ID, "err", err, "again_in", wait)
	e := outward.Ending{State: outward.Allowed, Why: clipAnswer(err.Error(), 300), Due: d.Now().Add(wait)}
	if sent {
		raw, err := json.Marshal(outward.ToolAnswer{Sent: true})
		if err != nil {
			return e, err
		}
		e.Answer = raw
	}
	return e, nil
}

// endUncalled ends a call that cannot be made any more.
func (d *Doer) endUncalled(before outward.ToolAnswer, why string) outward.Ending {
	if before.Sent {
		why = unclear + " (" + why + ")"
	}
	return outward.Ending{State: outward.Refused, Why: why}
}

func (d *Doer) endWith(state outward.State, why, text string) (outward.Ending, error) {
	raw, err := json.Marshal(outward.ToolAnswer{Sent: true, Text: clipAnswer(text, answerMost)})
	return outward.Ending{State: state, Why: why, Answer: raw}, err
}

// find returns the tool of an order as it is kept now, or why it may not be called.
func (d *Doer) find(ctx context.Context, o outward.ToolCall) (s outward.ToolServer, t outward.Tool, why string, err error) {
	all, err := d.Records.ToolServers(ctx)
	if err != nil {
		return s, t, "", err
	}
	i := slices.IndexFunc(all, func(s outward.ToolServer) bool { return s.Name == o.Server })
	if i < 0 {
		return s, t, o.Server + " was removed", nil
	}
	t, ok := all[i].FindTool(o.Tool)
	switch {
	case !ok:
		return s, t, fmt.Sprintf("%s offers no %s any more", o.Server, o.Tool), nil
	case t.State == outward.LevelOff:
		return s, t, fmt.Sprintf("%s of %s is off", o.Tool, o.Server), nil
	case t.Digest != o.Digest:
		return s, t, fmt.Sprintf("what %s says of %s is not what it said when you ordered", o.Server, o.Tool), nil
	}
	return all[i], t, "", nil
}

func clipAnswer(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}
