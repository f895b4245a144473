package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/frasier-cos/frasier/internal/policy"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

// errand is one thing that a founder has the instance do. Each can be run again
// and again, and passes the same points each time.
type errand struct {
	name   string
	verbs  []string            // of the store, that it is there for: it leads by each
	before func(t *tour) error // while no bot runs
	do     func(t *tour) error // what he does
	silent bool                // nothing is answered to it in the channel
	later  bool                // what it is about comes by itself, a little later
}

// errands lead the bot by the points that plain talk does not pass.
func errands() []errand {
	typed := func(line string) func(*tour) error {
		return func(t *tour) error {
			t.n++
			t.chat.Say(t.place.Founder, t.place.Chief, strings.ReplaceAll(line, "N", fmt.Sprint(1+t.n%50)))
			return nil
		}
	}
	return []errand{
		{name: "start", verbs: []string{"seed-agents", "seen", "hold-job", "set-note", "move-job", "prune", "record-size"}, silent: true, before: (*tour).outdated, do: (*tour).caughtUp},
		{name: "talk", verbs: []string{"save-message", "claim-message", "begin-call", "end-call", "save-turn", "acked", "claim-delivery", "delivered", "set-cursor"}, do: func(t *tour) error { t.say(t.place.Chief); return nil }},
		{name: "roadmap", verbs: []string{"open-thread", "save-card", "tell"}, do: (*tour).roadmap},
		{name: "edit", verbs: []string{"reword"}, do: func(t *tour) error { return t.change(func(id string) error { return t.chat.Edit(id, "other words") }) }},
		{name: "delete", verbs: []string{"withdraw"}, do: func(t *tour) error { return t.change(t.chat.Delete) }},
		{name: "slash", verbs: []string{"begin-command", "end-command"}, silent: true, do: func(t *tour) error {
			_, err := t.chat.Slash(t.place.Founder, t.place.Chief, "status", nil)
			return err
		}},
		{name: "rule", verbs: []string{"remember", "say"}, do: typed("!remember Write N prices in euros")},
		{name: "cap", verbs: []string{"set-cap"}, do: typed("!budget day N")},
		{name: "setting", verbs: []string{"set-policy"}, do: typed("!settings quiet.pings N")},
		{name: "schedule", verbs: []string{"save-schedule"}, do: typed(`!schedule p1 "N 8 29 2 *" Europe/Berlin`)},
		{name: "goal", do: typed("!project Find the price of barley number N")},
		{name: "again", verbs: []string{"reannounce"}, do: typed("!reannounce d1")},
		{name: "hour", verbs: []string{"record-hour", "ask-again", "notice-searches"}, silent: true, later: true, before: (*tour).hour, do: func(*tour) error { return nil }},
		{name: "reclaim", verbs: []string{"reclaim-deliveries", "close-late-calls"}, silent: true, later: true, before: (*tour).orphaned, do: func(*tour) error { return nil }},
		{name: "stop", verbs: []string{"release", "count-traffic", "set-marks"}, silent: true, do: func(t *tour) error {
			t.say(t.place.Chief)
			if err := t.heard(); err != nil {
				return err
			}
			_, err := t.procs["bot"].terminate(patience)
			return err
		}},
	}
}

// tour is a talk that leads the bot by every named point of its way.
type tour struct {
	*talk
	n     int    // makes each errand another one
	clock string // a file: by how many seconds the clocks are wrong
	hours int
}

// How often the ways to a point are gone until the bot comes by it.
const tries = 4

// tours kills the bot at each named point that any errand leads it by.
func tours(ctx context.Context, o options) (v verdict, err error) {
	s, err := open(ctx, o, 3)
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	t := &tour{talk: &talk{scene: s, said: map[int]string{}, order: map[string][]int{}, open: map[int]bool{}, next: 100_000}, clock: filepath.Join(s.dir, "clock")}
	if err := t.connect(ctx); err != nil {
		return v, err
	}
	t.env = append(t.env, clockVar+"="+t.clock)
	// What comes once a day or a week would be passed by chance, and not again.
	if err := t.db.SetPolicy(ctx, policy.Digest, "off"); err != nil {
		return v, err
	}
	if err := t.startAll("bot", "worker1"); err != nil {
		return v, err
	}
	for t.chat.Connected() == 0 && ctx.Err() == nil {
		pause(ctx, 10*time.Millisecond)
	}
	ways, points, err := t.look(ctx, &v)
	if err != nil {
		return v, fmt.Errorf("the tour without a kill: %w", err)
	}
	reached := 0
	for _, p := range points {
		died := false
		for try := 0; try < tries && !died; try++ { // some points are passed only by what is just then due
			if died, err = t.killAt(ctx, &v, p, ways[p]); err != nil {
				return v, fmt.Errorf("killed at %s: %w", p, err)
			}
		}
		if !died {
			v.breaks("R01", "%s was passed by %q and is not any more", p, ways[p][0].name)
			continue
		}
		reached++
	}
	v.say("R01", "points=%d of %d on %d errands, lost=%d dup=%d", reached, len(points), len(errands()), t.lost(&v), t.twice(&v))
	return v, s.verify(ctx, &v, "R01")
}

// look runs each errand once and returns the points in the order in which they
// were found, each with the errands that pass it.
func (t *tour) look(ctx context.Context, v *verdict) (ways map[string][]errand, points []string, err error) {
	ways = map[string][]errand{}
	for _, e := range errands() {
		trace := filepath.Join(t.dir, "points-"+e.name)
		if _, err := t.run(ctx, v, e, pointsVar+"="+trace); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", e.name, err)
		}
		found, err := passed(trace)
		if err != nil {
			return nil, nil, err
		}
		for _, p := range found {
			if ways[p] == nil {
				points = append(points, p)
			}
			ways[p] = append(ways[p], e)
		}
		for _, verb := range e.verbs {
			if !slices.Contains(found, verb+":committed") {
				v.breaks("R01", "%s does not lead by %s", e.name, verb)
			}
		}
	}
	return ways, points, nil
}

// killAt has the bot killed at a point and looks that the errand comes to its
// end all the same. What some errand passed by chance, as what is due once an
// hour, another one may pass surely.
func (t *tour) killAt(ctx context.Context, v *verdict, point string, list []errand) (died bool, err error) {
	for _, e := range list {
		if died, err = t.run(ctx, v, e, crashVar+"="+point+"#1"); died || err != nil {
			return died, err
		}
	}
	return false, nil
}

// run starts the bot anew with more of an environment and has it run an
// errand. It says whether the bot died of it.
func (t *tour) run(ctx context.Context, v *verdict, e errand, more string) (died bool, err error) {
	t.procs["bot"].kill()
	t.n++
	if e.before != nil {
		if err := e.before(t); err != nil {
			return false, err
		}
	}
	readies := t.ops("ready")
	if err := t.start("bot", more); err != nil {
		return false, err
	}
	bot := t.procs["bot"]
	for t.ops("ready") == readies && ctx.Err() == nil && !bot.ended() {
		pause(ctx, 5*time.Millisecond)
	}
	if t.procs["worker1"].ended() {
		if err := t.start("worker1"); err != nil {
			return false, err
		}
	}
	mark := len(t.chat.History())
	if err := e.do(t); err != nil && !bot.ended() {
		return false, err
	}
	armed := strings.HasPrefix(more, crashVar)
	var came error
	done := make(chan struct{})
	within, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		came = t.through(within, v, e, mark)
		close(done)
	}()
	select {
	case <-done:
		if died = came == nil && armed && bot.dies(ctx); !died {
			return false, came
		}
	case <-bot.done:
		stop()
		<-done
		died = bot.struck()
	}
	if err := t.start("bot"); err != nil {
		return died, err
	}
	return died, t.through(ctx, v, e, mark)
}

// ended reports whether a process has ended.
func (p *process) ended() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// struck reports whether a process was ended by kill -9.
func (p *process) struck() bool {
	if !p.ended() {
		return false
	}
	state, ok := p.cmd.ProcessState.Sys().(syscall.WaitStatus)
	return ok && state.Signal() == syscall.SIGKILL
}

// dies waits a little for the end of a process by kill -9: what it does by
// itself comes at its own time.
func (p *process) dies(ctx context.Context) bool {
	const most = 3 * time.Second
	return p.diesWithin(ctx, most)
}

func (p *process) diesWithin(ctx context.Context, most time.Duration) bool {
	select {
	case <-p.done:
	case <-ctx.Done():
	case <-time.After(most):
	}
	return p.struck()
}

// through waits until an errand is answered and nothing is under way.
func (t *tour) through(ctx context.Context, v *verdict, e errand, mark int) error {
	if !e.silent {
		within, stop := context.WithTimeout(ctx, patience)
		defer stop()
		if _, err := t.chat.Wait(within, mark, func(e discordtest.Effect) bool {
			return e.Bot && e.Channel == t.place.Chief && e.Kind == discordtest.KindMessage
		}); err != nil {
			return fmt.Errorf("%s was not answered: %w: %s", e.name, err, t.out.tail())
		}
	}
	if err := t.answered(ctx); err != nil {
		return err
	}
	if err := t.rest(ctx, v); err != nil {
		return err
	}
	return t.settled(ctx, e.later)
}

// settled waits until the messages are marked and the bot has looked once for
// all else that is due.
func (t *tour) settled(ctx context.Context, later bool) error {
	turn := 200 * time.Millisecond // duties have theirs
	if later {
		turn = 2500 * time.Millisecond // two looks without a nudge
	}
	err := t.marked(ctx)
	pause(ctx, turn)
	return err
}

// roadmap hands a roadmap over, whose project ends before the errand does.
func (t *tour) roadmap() error {
	t.chat.Say(t.place.Founder, t.place.Chief, "", discordtest.File{Name: "roadmap.md", Data: []byte(t.scene.order(fmt.Sprint("lot ", t.n)))})
	return nil
}

// heard waits until everything is answered, or until the bot that was to answer
// has died.
func (t *tour) heard() error {
	ctx, stop := context.WithCancel(t.ctx)
	defer stop()
	bot := t.procs["bot"]
	go func() {
		select {
		case <-bot.done:
			stop()
		case <-ctx.Done():
		}
	}()
	return t.answered(ctx)
}

// change says something and changes it when it was answered.
func (t *tour) change(how func(id string) error) error {
	t.say(t.place.Chief)
	id := t.said[t.next]
	if err := t.heard(); err != nil {
		return err
	}
	return how(id)
}

// hour lets all clocks go on by an hour.
func (t *tour) hour() error {
	t.hours++
	return os.WriteFile(t.clock, fmt.Append(nil, t.hours*int(time.Hour/time.Second)), 0o600)
}

// outdated leaves things as they are when a new version starts, that registers
// other commands, and when timed duties came due meanwhile.
func (t *tour) outdated() error {
	if err := t.db.SetNote(t.ctx, "discord", "commands:"+t.chat.Bot(), fmt.Sprint("of another version, ", t.n)); err != nil {
		return err
	}
	for _, duty := range missed() {
		long := time.UnixMicro(1) // ago: what was done within its term is not done again
		if err := t.db.MoveJob(t.ctx, reports.JobRun{Name: duty, Due: long, Last: long}); err != nil {
			return err
		}
	}
	return nil
}

// missed are timed duties that are soon done.
func missed() []string { return []string{"velocity", "retention"} }

// caughtUp waits until what came due was done, or the bot that was to do it
// has died.
func (t *tour) caughtUp() error {
	for end := time.Now().Add(patience); !t.procs["bot"].ended(); pause(t.ctx, 5*time.Millisecond) {
		all, err := t.db.JobRuns(t.ctx)
		if err != nil {
			return err
		}
		late := slices.DeleteFunc(missed(), func(duty string) bool { return all[duty].Due.After(time.UnixMicro(1)) })
		if len(late) == 0 {
			return nil
		}
		if time.Now().After(end) {
			return fmt.Errorf("the duties %q were not done: %s", late, t.out.tail())
		}
	}
	return nil
}

// orphaned leaves a delivery with a bot that was killed while it had it, and
// lets its time run out.
func (t *tour) orphaned() error {
	t.procs["worker1"].kill() // which would take it back before the bot does
	if err := t.start("bot", crashVar+"=claim-delivery:committed#1"); err != nil {
		return err
	}
	t.say(t.place.Chief)
	select {
	case <-t.procs["bot"].done:
		return t.hour()
	case <-time.After(patience):
		return errors.New("the bot took no delivery")
	}
}

// twice counts messages that were posted twice.
func (t *tour) twice(v *verdict) int {
	var seen []string
	n := 0
	for _, e := range t.chat.History() {
		if !e.Bot || e.Kind != discordtest.KindMessage || e.Nonce == "" {
			continue
		}
		if slices.Contains(seen, e.Nonce) {
			n++
			v.breaks("R01", "posted twice: %.60q", e.Content)
		}
		seen = append(seen, e.Nonce)
	}
	return n
}
