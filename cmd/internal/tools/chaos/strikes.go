package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/work"
)

// blow is what falls together with the third rejection of one step. Its parts
// may come together; the zero value of each is nothing.
type blow struct {
	role, point string // who is killed, and where on his way after the verdict
	model       string // how the call that brings the verdict fails at first
	do          discordtest.Do
	after       bool // Discord took the question all the same
	times       int  // how many tries at the question fail
}

// blows lists every kind: each death of the worker between the verdict and its
// end, of the bot at the deliveries that come of it, each failure of Discord at
// the question and of the model at the verdict, and deaths and failures together.
func blows() []blow {
	var out []blow
	for _, p := range []string{"end-call", "end-call:committed", "unsaved qa", "after qa", "before finish", "finish", "finish:committed", "after finish"} {
		out = append(out, blow{role: "worker", point: p + "#1"})
	}
	const deliveries = 4 // the question is one of those that come next
	for _, p := range []string{"tell:committed", "claim-delivery:committed", "delivered", "delivered:committed"} {
		for n := range deliveries {
			out = append(out, blow{role: "bot", point: fmt.Sprintf("%s#%d", p, n+1)})
		}
	}
	dead := slices.Clone(out)
	for _, f := range []string{"408", "500", "502", "503", "529", "html", "reset", "cut", "200-error"} {
		out = append(out, blow{model: f})
	}
	for _, do := range []discordtest.Do{
		discordtest.Do500, discordtest.Do502, discordtest.Do503, discordtest.Do504, discordtest.DoReset, discordtest.DoHalf,
	} {
		for _, after := range []bool{false, true} {
			for times := range 2 {
				out = append(out, blow{do: do, after: after, times: times + 1})
			}
			d := dead[len(out)%len(dead)]
			d.do, d.after, d.times = do, after, 1
			out = append(out, d)
		}
	}
	for _, do := range []discordtest.Do{discordtest.Do429, discordtest.Do429Global, discordtest.Do429HTML} { // each has all messages wait for a second
		out = append(out, blow{do: do, times: 1})
	}
	return out
}

// third is an instance in which every step is rejected three times.
type third struct {
	*talk
	mu       sync.Mutex
	blows    []blow              // one for each step, in the order of their third verdicts
	verdicts map[string]bool     // titles whose third verdict was given
	due      map[string][]string // where who is still to be killed
	killed   int
	planned  int
}

// strikes rejects the work of many steps until they fail, with trouble at each
// third rejection: every step fails after exactly three, and the founder is
// asked about it once.
func strikes(ctx context.Context, o options) (v verdict, err error) {
	const memory, steps = "/dev/shm", 10 // of a project, whose questions come one after the other
	if _, err := os.Stat(memory); err == nil {
		o.dir = memory // who loses what a dead process had written is not asked here
	}
	s, err := open(ctx, o, 9)
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	t := &third{talk: &talk{scene: s}, verdicts: map[string]bool{}, due: map[string][]string{}}
	if err := t.connect(ctx); err != nil {
		return v, err
	}
	projects, kinds := o.figure(50, 500), blows()
	n := projects * steps
	for len(t.blows) < n {
		for _, i := range t.rng.Perm(len(kinds)) {
			t.blows = append(t.blows, kinds[i])
		}
	}
	t.blows = t.blows[:n]
	t.env = slices.DeleteFunc(t.env, func(e string) bool { return strings.Contains(e, "BRAVE") }) // there is nothing to look for
	for i, e := range t.env {                                                                     // a critic who is content with half, and a reviewer who never is
		if strings.HasPrefix(e, "FRASIER_LLM_URL=") {
			t.env[i] += "/~reject=qa,good=critique"
		}
	}
	t.env = append(t.env, "FRASIER_WORKERS=1") // whose next point is that of the verdict
	if err := t.twice(ctx, projects, steps); err != nil {
		return v, fmt.Errorf("before the third rejections: %w", err)
	}
	t.misbehave(t.asked)
	if err := t.rise("worker"); err != nil {
		return v, err
	}
	if err := t.through(ctx, &v); err != nil {
		return v, err
	}
	if err := t.judge(&v); err != nil {
		return v, err
	}
	return v, t.verify(ctx, &v, "R09")
}

// twice has the projects planned and rejects each of their steps two times, as
// a worker does.
func (t *third) twice(ctx context.Context, projects, steps int) error {
	held, free := context.WithCancel(ctx)
	defer free()
	t.misbehave(func(r llmtest.Request) (llmtest.Reply, bool) { // no step comes further than its first call
		if r.Title != "" {
			<-held.Done()
		}
		return llmtest.Reply{}, false
	})
	farms := make([]string, projects) // a channel each: in one, every question would wait for those before it
	for i := range farms {
		farms[i] = t.chat.AddText(t.place.Guild, "farm-"+spelt(i))
	}
	if err := t.rise("bot"); err != nil {
		return err
	}
	for t.chat.Connected() == 0 && ctx.Err() == nil {
		pause(ctx, 10*time.Millisecond)
	}
	for i, farm := range farms {
		t.chat.Say(t.place.Founder, farm, "", discordtest.File{Name: "roadmap.md", Data: []byte(fields(i, steps))})
	}
	if err := t.rise("worker"); err != nil {
		return err
	}
	if err := t.counted(ctx, org.EventMissionPlanned, projects); err != nil {
		return err
	}
	free()
	if _, err := t.procs["worker"].terminate(patience); err != nil {
		return err
	}
	return t.reject(ctx, projects*steps)
}

// reject rejects so many steps until each is one rejection from its end.
func (t *third) reject(ctx context.Context, steps int) error {
	reasons := []string{"It names no source.", "The second table contradicts the first."} // twice the same would have the work planned again
	var done []work.Lease
	for end := time.Now().Add(patience); len(done) < steps; {
		claims, err := t.db.ClaimSteps(ctx, "chaos", 2*patience, steps)
		if errors.Is(err, org.ErrNoWork) && time.Now().Before(end) { // but what the dead worker held
			pause(ctx, 10*time.Millisecond)
			continue
		}
		if err != nil {
			return err
		}
		for _, c := range claims {
			if c.Step.Strikes == org.StrikeCap-1 {
				done = append(done, c.Lease)
				continue
			}
			if err := t.db.Finish(ctx, c.Lease, work.Outcome{Next: org.StepPending, Strike: true, Feedback: reasons[c.Step.Strikes : c.Step.Strikes+1], Served: org.T1}); err != nil {
				return err
			}
		}
	}
	for _, l := range done {
		if err := t.db.GiveBack(ctx, l); err != nil {
			return err
		}
	}
	return nil
}

// fields is a roadmap of steps that no other one has.
func fields(n, steps int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Farm %s\n\n", spelt(n))
	for i := range steps {
		fmt.Fprintf(&b, "- [ ] Write a brief on field %s\n", spelt(n*steps+i+1000))
	}
	return b.String()
}

// asked is the endpoint's part in it: at the third verdict on a step, what is
// planned for it begins.
func (t *third) asked(r llmtest.Request) (llmtest.Reply, bool) {
	if r.Stage != org.StageQA {
		return llmtest.Reply{}, false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.verdicts[r.Title] || len(t.verdicts) == len(t.blows) {
		return llmtest.Reply{}, false
	}
	b := t.blows[len(t.verdicts)]
	t.verdicts[r.Title] = true
	if b.do != "" {
		t.chat.Break(discordtest.Fault{Route: "messages", Holds: struckBegin + r.Title + struckEnd, Do: b.do, After: b.after, Times: b.times})
	}
	if b.role != "" {
		t.planned++
		t.due[b.role] = append(t.due[b.role], b.point)
		t.arm(b.role)
	}
	return llmtest.Reply{Fault: b.model}, b.model != ""
}

// arm tells a process where it is killed next, if anywhere. The lock is held.
func (t *third) arm(role string) {
	path := t.file(role)
	var err error
	if len(t.due[role]) == 0 {
		err = os.Remove(path)
	} else if err = os.WriteFile(path+".new", []byte(t.due[role][0]), 0o600); err == nil {
		err = os.Rename(path+".new", path)
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		panic(err) // it is our own folder
	}
}

func (t *third) file(role string) string { return filepath.Join(t.dir, "arm-"+role) }

// rise starts a process that can be killed later.
func (t *third) rise(role string) error { return t.start(role, armVar+"="+t.file(role)) }

// through starts again who was killed, until every project has ended and
// nothing is left to send.
func (t *third) through(ctx context.Context, v *verdict) error {
	within, stop := context.WithCancel(ctx)
	defer stop()
	rested := make(chan error, 1)
	go func() {
		if err := t.counted(within, org.EventEscalation, len(t.blows)); err != nil {
			rested <- err
			return
		}
		if err := t.told(within); err != nil {
			rested <- err
			return
		}
		rested <- t.rest(within, v)
	}()
	for {
		select {
		case err := <-rested:
			return err
		case <-t.procs["bot"].done:
			if err := t.again("bot"); err != nil {
				return err
			}
		case <-t.procs["worker"].done:
			if err := t.again("worker"); err != nil {
				return err
			}
		}
	}
}

// told waits until so many questions as steps were put to the founder.
func (t *third) told(ctx context.Context) error {
	for end := time.Now().Add(patience); ; pause(ctx, 100*time.Millisecond) {
		news := t.chat.Since(t.read)
		t.read += len(news)
		if slices.ContainsFunc(news, func(e discordtest.Effect) bool { return e.Bot }) {
			end = time.Now().Add(patience)
		}
		asked := len(t.messages())
		if asked == len(t.blows) {
			return nil
		}
		if time.Now().After(end) || ctx.Err() != nil {
			return fmt.Errorf("%d of %d questions were put, and none for %s: %s", asked, len(t.blows), patience, t.out.tail())
		}
	}
}

// struckBegin and struckEnd stand around the title of the step that was rejected, in the question about it.
const struckBegin, struckEnd = "“", "” didn't work out in "

// messages lists by the title of a step the messages in which the founder is asked about it. One
// message asks about several steps of a project, and is changed when another one fails soon after.
func (t *third) messages() map[string][]string {
	out := map[string][]string{}
	for _, e := range t.chat.History() {
		first, _, _ := strings.Cut(e.Content, "\n")
		if !e.Bot || e.Kind != discordtest.KindMessage && e.Kind != discordtest.KindEdit || !strings.Contains(first, " needs ") || !strings.Contains(first, "decision") {
			continue
		}
		named := strings.Split(e.Content, struckEnd)
		for _, before := range named[:len(named)-1] {
			title := before[strings.LastIndex(before, struckBegin)+len(struckBegin):]
			if !slices.Contains(out[title], e.Message) {
				out[title] = append(out[title], e.Message)
			}
		}
	}
	return out
}

// counted waits until so many lines of a kind are in the journal.
func (t *third) counted(ctx context.Context, kind org.EventKind, left int) error {
	var seen int64
	for end := time.Now().Add(patience); left > 0; pause(ctx, 50*time.Millisecond) {
		news, err := t.db.Events(ctx, seen, 1000)
		if err != nil {
			return fmt.Errorf("read the journal: %w", err)
		}
		for _, e := range news {
			if seen, end = e.Seq, time.Now().Add(patience); e.Kind == kind {
				left--
			}
		}
		if time.Now().After(end) {
			return fmt.Errorf("%d times %s is to come, and nothing happened for %s: %s", left, kind, patience, t.out.tail())
		}
	}
	return nil
}

// again starts a process that was killed where it should be.
func (t *third) again(role string) error {
	if !t.procs[role].struck() {
		return fmt.Errorf("%s ended by itself: %w: %s", role, t.procs[role].err, t.out.tail())
	}
	t.mu.Lock()
	t.killed++
	t.due[role] = t.due[role][1:]
	t.arm(role)
	t.mu.Unlock()
	return t.rise(role)
}

// judge looks at what became of each step.
func (t *third) judge(v *verdict) error {
	asked := t.messages()
	t.mu.Lock()
	defer t.mu.Unlock()
	projects, err := t.db.Projects(t.ctx)
	if err != nil {
		return err
	}
	cases, wrong, told := 0, 0, 0
	for _, p := range projects {
		list, err := t.db.Steps(t.ctx, p.ID)
		if err != nil {
			return err
		}
		for _, s := range list {
			if !t.verdicts[s.Title] {
				continue
			}
			cases++
			if s.Strikes != org.StrikeCap || s.State != org.StepFailed {
				wrong++
				v.breaks("R09", "step %s %q has %d strikes and is %s: %s", s.ID, s.Title, s.Strikes, s.State, s.Cause)
			}
			if len(asked[s.Title]) == 1 {
				told++
			} else {
				v.breaks("R09", "the founder was asked about %q in %d messages", s.Title, len(asked[s.Title]))
			}
		}
	}
	if cases != len(t.blows) {
		v.breaks("R09", "%d steps were rejected three times, want %d", cases, len(t.blows))
	}
	failed, faults := t.broken(), 0
	for _, b := range t.blows {
		if b.do != "" {
			faults++
		}
	}
	if failed < faults || t.killed < t.planned/4 { // a kill of the bot falls later, or not at all, where deliveries wait

		v.breaks("R09", "%d calls of Discord failed and %d processes were killed, want %d and about %d", failed, t.killed, faults, t.planned)
	}
	v.say("R09", "cases=%d of %d kinds kills=%d faults=%d strikes≠3: %d told once: %d", cases, len(blows()), t.killed, failed, wrong, told)
	return nil
}
