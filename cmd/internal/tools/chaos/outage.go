package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/discord"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

// outside are the services beside the model endpoint that the instance needs.
func outside() []string { return []string{"search", "web", "discord"} }

// outages takes the outside services away for a day each and in pairs, while a
// project is under way, and compares how it ends with a project of a day
// without. The days pass on the instance's clock and on Discord's.
func outages(ctx context.Context, o options) (v verdict, err error) {
	s, err := open(ctx, o, 24)
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	t := &outage{
		talk:  &talk{scene: s, said: map[int]string{}, order: map[string][]int{}, open: map[int]bool{}, next: 100_000},
		clock: filepath.Join(s.dir, "clock"),
	}
	if err := t.connect(ctx); err != nil {
		return v, err
	}
	t.env = append(t.env, clockVar+"="+t.clock, "FRASIER_POLL=50ms")
	if err := t.startAll("bot", "worker1"); err != nil {
		return v, err
	}
	for t.chat.Connected() == 0 && ctx.Err() == nil {
		pause(ctx, 10*time.Millisecond)
	}
	want, err := t.day(ctx, &v, nil)
	if err != nil {
		return v, fmt.Errorf("the day without an outage: %w", err)
	}
	days := pairs(outside())
	for range o.figure(1, 10) {
		for _, away := range days {
			got, err := t.day(ctx, &v, away)
			if err != nil {
				return v, fmt.Errorf("without %s: %w", strings.Join(away, " and "), err)
			}
			if got != want {
				v.breaks("R24", "after a day without %s:\n%s\nafter a day with all:\n%s", strings.Join(away, " and "), got, want)
			}
			t.days++
		}
	}
	if err := t.nothingLost(ctx, &v); err != nil {
		return v, err
	}
	v.say("R24", "outages_of_24h=%d (%s, and in pairs) went_on=%d backlog_seen=%d lost=0 differences=0", t.days, strings.Join(outside(), ", "), t.wentOn, t.seen)
	return v, s.verify(ctx, &v, "R24")
}

// pairs lists each of some services, then every two of them.
func pairs(all []string) [][]string {
	var out [][]string
	for i, a := range all {
		out = append(out, []string{a})
		for _, b := range all[i+1:] {
			out = append(out, []string{a, b})
		}
	}
	slices.SortStableFunc(out, func(a, b []string) int { return len(a) - len(b) })
	return out
}

// outage is an instance whose surroundings go away.
type outage struct {
	*talk
	clock        string // the file that says by how much the instance's clock is wrong
	hours        int    // that have passed
	days         int
	wentOn, seen int // days on which work was done; looks that showed what waits
}

func (t *outage) now() time.Time { return time.Now().Add(time.Duration(t.hours) * time.Hour) }

// hour lets an hour pass.
func (t *outage) hour(ctx context.Context) error {
	t.hours++
	t.chat.Advance(time.Hour)
	early := t.clock + ".new"
	if err := os.WriteFile(early, []byte(strconv.Itoa(t.hours*3600)), 0o600); err != nil {
		return err
	}
	if err := os.Rename(early, t.clock); err != nil {
		return err
	}
	pause(ctx, 70*time.Millisecond)
	return nil
}

// day has a project begun, takes services away for 24 hours and gives them
// back. It returns what the founder has of the project in the end.
func (t *outage) day(ctx context.Context, v *verdict, away []string) (string, error) {
	all, err := t.db.Projects(ctx)
	if err != nil {
		return "", err
	}
	t.slow(100 * time.Millisecond)
	t.chat.Say(t.place.Founder, t.place.Chief, "Please do this.", discordtest.File{Name: "roadmap.md", Type: "text/markdown", Data: []byte(cafes(t.days))})
	p, err := t.under(ctx, len(all))
	if err != nil {
		return "", err
	}
	t.cut(away)
	t.slow(0)
	t.say(t.place.Chief)
	for range 24 {
		if err := t.hour(ctx); err != nil {
			return "", err
		}
	}
	if err := t.look(ctx, v, p, away); err != nil {
		return "", err
	}
	t.cut(nil)
	if err := t.hour(ctx); err != nil { // what waits for its next try need not wait by the clock on the wall
		return "", err
	}
	if err := errors.Join(t.answered(ctx), t.caughtUp(ctx, p)); err != nil {
		return "", err
	}
	return t.ended(ctx, p)
}

// cafes is a roadmap whose questions the small web answers.
func cafes(n int) string {
	tag := "plan " + spelt(n)
	return fmt.Sprintf(`# Cafes in Northland, %[1]s

## Phase 1: Market

1. [ ] Find the number of licensed cafes in Northland for %[1]s
   - accept: the number of licensed cafes
2. [ ] Find what a licence for a new cafe costs in Northland for %[1]s
   - accept: the cost of a licence

## Phase 2: Offer

- [ ] Write a brief on new cafes in Northland for %[1]s
`, tag)
}

// under waits until one more project than before is worked on.
func (t *outage) under(ctx context.Context, before int) (org.Project, error) {
	for end := time.Now().Add(patience); time.Now().Before(end) && ctx.Err() == nil; pause(ctx, 5*time.Millisecond) {
		all, err := t.db.Projects(ctx)
		if err != nil || len(all) == before {
			if err != nil {
				return org.Project{}, err
			}
			continue
		}
		p := slices.MaxFunc(all, func(a, b org.Project) int { return a.CreatedAt.Compare(b.CreatedAt) })
		steps, err := t.db.Steps(ctx, p.ID)
		if err != nil {
			return p, err
		}
		if slices.ContainsFunc(steps, func(st org.Step) bool { return st.Attempt > 0 }) {
			return p, nil
		}
	}
	return org.Project{}, fmt.Errorf("no project was worked on within %s: %s", patience, t.out.tail())
}

// cut takes these services away, and gives the others back.
func (t *outage) cut(away []string) {
	t.web.Offline(slices.Contains(away, "search"), slices.Contains(away, "web"))
	t.chat.Offline(slices.Contains(away, "discord"))
}

// What an operator sees before the outage ends: work goes on to its
// end, and what could not be told is counted and named with its reason.
func (t *outage) look(ctx context.Context, v *verdict, p org.Project, away []string) error {
	what := "without " + strings.Join(away, " and ")
	for end := time.Now().Add(patience); ; pause(ctx, 20*time.Millisecond) {
		r, err := t.db.Status(ctx, t.now())
		if err != nil {
			return err
		}
		s, err := t.db.ProjectStatus(ctx, p.ID, t.now())
		if err != nil {
			return err
		}
		told := !slices.Contains(away, "discord")
		named := r.Outbox > 0 && slices.ContainsFunc(s.Waiting, func(w string) bool { return strings.Contains(w, "is not sent to discord yet, after ") })
		switch {
		case s.Project.State.Ended() && (told || named):
			t.went(away)
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case time.Now().After(end):
			v.breaks("R24", "%s %s is %s after %s; status counts %d messages to send and says %q", what, p.ID, s.Project.State, patience, r.Outbox, s.Waiting)
			return nil
		}
	}
}

// went counts a day on which work went on to its end.
func (t *outage) went(away []string) {
	if len(away) > 0 {
		t.wentOn++
	}
	if slices.Contains(away, "discord") {
		t.seen++
	}
}

// caughtUp waits until a project has ended and everything has been said.
func (t *outage) caughtUp(ctx context.Context, p org.Project) error {
	for end := time.Now().Add(patience); ; pause(ctx, 20*time.Millisecond) {
		r, err := t.db.Status(ctx, t.now())
		if err != nil {
			return err
		}
		s, err := t.db.ProjectStatus(ctx, p.ID, t.now())
		if err != nil {
			return err
		}
		if s.Project.State.Ended() && r.Outbox == 0 && r.Unanswered == 0 {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Now().After(end) {
			t.failed = true
			return fmt.Errorf("%s is %s, %d to send and %d to answer after %s; it waits for %q: %s",
				p.ID, s.Project.State, r.Outbox, r.Unanswered, patience, s.Waiting, t.out.tail())
		}
	}
}

// ended says how a project ended, and in which ways the founder was told.
func (t *outage) ended(ctx context.Context, p org.Project) (string, error) {
	s, err := t.db.ProjectStatus(ctx, p.ID, t.now())
	if err != nil {
		return "", err
	}
	steps, err := t.db.Steps(ctx, p.ID)
	if err != nil {
		return "", err
	}
	lines := []string{fmt.Sprintf("project: %s", s.Project.State)}
	for _, st := range steps {
		lines = append(lines, fmt.Sprintf("step %s: %s", st.Key, st.State))
	}
	told, err := t.told(ctx, p.ID)
	if err != nil {
		return "", err
	}
	return strings.Join(append(lines, "told: "+strings.Join(told, ", ")), "\n"), nil
}

// told lists the kinds of messages about a project that must arrive and did,
// with how many; marks and lines of agents may be left out when late.
func (t *outage) told(ctx context.Context, p org.ProjectID) ([]string, error) {
	events, err := t.db.Events(ctx, 0, 1<<30)
	if err != nil {
		return nil, err
	}
	n := map[string]int{}
	for _, e := range events {
		if kind := e.Data["kind"]; e.Project == p && e.Kind == org.EventDeliverySent && discord.MustArrive(reports.DeliveryKind(kind)) {
			n[kind]++
		}
	}
	var out []string
	for _, kind := range slices.Sorted(maps.Keys(n)) {
		out = append(out, fmt.Sprintf("%s %d", kind, n[kind]))
	}
	return out, nil
}

// nothingLost looks that no message was given up.
func (t *outage) nothingLost(ctx context.Context, v *verdict) error {
	events, err := t.db.Events(ctx, 0, 1<<30)
	if err != nil {
		return err
	}
	for _, e := range events {
		if e.Kind == org.EventDeliveryDropped {
			v.breaks("R24", "lost: %s (%s)", e.Text, e.Data["why"])
		}
	}
	return nil
}
