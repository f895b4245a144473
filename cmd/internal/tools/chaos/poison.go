package main

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// bane is one kind of poison: what ends the process that works on it, and how.
type bane struct {
	stage   string // the call at which it does; empty for any call about it
	inTitle bool   // of the step whose title holds its name, else about anything that does
	text    string // what the founder says, with %s for its name
	file    string // or the roadmap that he hands over
	how     syscall.Signal
	name    string
}

// banes lists the kinds: each place where work may end a process, in each way
// in which a process ends without a word.
func banes() []bane {
	const farm = "# Farm %s\n\n- [ ] Find the price of oats\n- [ ] Find where rye is grown\n"
	const step = "# Farm\n\n- [ ] Find the price of oats for %s\n- [ ] Find where rye is grown\n"
	places := []bane{
		{text: "tell me about %s and what you think of it"},
		{text: "what is %s?"},
		{text: "thanks for %s, it helped a lot"},
		{file: step, stage: org.StageDecompose, inTitle: true},
		{file: step, stage: org.StageClaims, inTitle: true},
		{file: step, stage: org.StageSynthesize, inTitle: true},
		{file: step, stage: org.StageCritique, inTitle: true},
		{file: farm, stage: org.StageEnrich},
		{file: farm, stage: org.StageSummary},
	}
	var out []bane
	for _, how := range []syscall.Signal{syscall.SIGKILL, syscall.SIGABRT, syscall.SIGSEGV, syscall.SIGBUS, syscall.SIGILL, syscall.SIGQUIT} {
		for _, b := range places {
			b.how, b.name = how, "poison-"+spelt(len(out))+"-z"
			b.text, b.file = strings.ReplaceAll(b.text, "%s", b.name), strings.ReplaceAll(b.file, "%s", b.name)
			out = append(out, b)
		}
	}
	return out
}

// victim is a process that a kind of poison ends.
type victim struct {
	bane int
	role string
	how  syscall.Signal
	proc *process
}

// poison has messages, plans and steps end the process that works on them, as
// something does that makes it run out of memory, and looks that each is given
// up after three times, that the founder is told, and that the others go on.
func poison(ctx context.Context, o options) (v verdict, err error) {
	s, err := open(ctx, o, 27)
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	list := banes()
	victims := make(chan victim)
	var mu sync.Mutex // guards the processes
	s.misbehave(func(r llmtest.Request) (llmtest.Reply, bool) {
		i := slices.IndexFunc(list, func(b bane) bool { return b.hits(r) })
		if i < 0 {
			return llmtest.Reply{}, false
		}
		role := "worker1"
		if list[i].file == "" {
			role = "bot"
		}
		mu.Lock()
		p := s.procs[role]
		mu.Unlock()
		select {
		case victims <- victim{i, role, list[i].how, p}:
			<-p.done
		case <-ctx.Done():
		}
		return llmtest.Reply{Fault: "reset"}, true
	})
	if err := s.startAll("bot", "worker1"); err != nil {
		return v, err
	}
	n, sound := o.figure(len(list), len(list)), 0
	for i, b := range list[:n] {
		if b.file != "" {
			_, err = s.hear("", b.file)
		} else {
			_, err = s.hear(b.text, "")
		}
		if err == nil && i%5 == 0 {
			sound++
			_, err = s.hear("", s.order("sound "+spelt(i)))
		}
		if err != nil {
			return v, err
		}
	}
	deaths, err := s.untilRest(ctx, &v, &mu, victims)
	if err != nil {
		return v, err
	}
	most := 0
	for i, times := range deaths {
		if most = max(most, times); times > org.MaxCrashes {
			v.breaks("R27", "%s ended its process %d times", list[i].name, times)
		}
	}
	good, parked, err := s.harvest(&v, sound, n)
	if err != nil {
		return v, err
	}
	v.say("R27", "poison=%d most_deaths=%d given_up=%d others_completed=%d", len(deaths), most, parked, good)
	return v, s.verify(ctx, &v, "R27")
}

// hits reports whether a call is the one that ends its process.
func (b bane) hits(r llmtest.Request) bool {
	if b.inTitle {
		return r.Stage == b.stage && strings.Contains(r.Title, b.name)
	}
	return (b.stage == "" || r.Stage == b.stage) && strings.Contains(r.Prompt, b.name)
}

// untilRest ends whom the endpoint names, and starts it again as a supervisor
// would, until nothing is under way. It counts the deaths by each poison; a
// process that died of another one meanwhile is not counted. mu guards the
// processes.
func (s *scene) untilRest(ctx context.Context, v *verdict, mu *sync.Mutex, victims <-chan victim) (deaths map[int]int, err error) {
	deaths = map[int]int{}
	rested := make(chan error, 1)
	go func() { rested <- s.rest(ctx, v) }()
	for {
		select {
		case err := <-rested:
			return deaths, err
		case who := <-victims:
			if who.proc.ended() {
				continue
			}
			deaths[who.bane]++
			if err := who.proc.cmd.Process.Signal(who.how); err != nil {
				return deaths, err
			}
			<-who.proc.done
			mu.Lock()
			err := s.start(who.role)
			mu.Unlock()
			if err != nil {
				return deaths, err
			}
		}
	}
}

// harvest counts what came of the sound projects, and what was given up with a
// reason.
func (s *scene) harvest(v *verdict, sound, n int) (good, parked int, err error) {
	r, err := s.db.Status(s.ctx, time.Now())
	if err != nil {
		return 0, 0, err
	}
	parked = len(r.Parked)
	for _, p := range r.Projects {
		if strings.Contains(p.Project.Title, "poison") && strings.Contains(p.Project.Outcome, "could not be planned") {
			parked++
		}
		steps, err := s.db.Steps(s.ctx, p.Project.ID)
		if err != nil {
			return good, parked, err
		}
		for _, st := range steps {
			dead := st.State == org.StepFailed && st.Crashes >= org.MaxCrashes
			switch {
			case dead && strings.Contains(st.Title, "poison"), dead && strings.Contains(p.Project.Title, "poison"):
				parked++
			case dead:
				v.breaks("R27", "%q was given up for the deaths that another step caused", st.Title)
			}
		}
		if strings.HasPrefix(p.Project.Title, "sound") {
			if p.Project.State == org.ProjectCompleted {
				good++
			} else {
				v.breaks("R27", "%s %q ended as %s: %s", p.Project.ID, p.Project.Title, p.Project.State, p.Project.Outcome)
			}
		}
	}
	if good != sound {
		v.breaks("R27", "%d of %d sound projects completed", good, sound)
	}
	if parked != n {
		v.breaks("R27", "%d of %d poisonous things were given up with a reason", parked, n)
	}
	return good, parked, nil
}
