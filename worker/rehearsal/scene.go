package rehearsal

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker/agent"
	"github.com/frasier-cos/frasier/worker/rehearsal/script"
)

// part is a file that the agent is to write.
type part struct {
	path, text string
	shell      bool
}

// parts are written in this order: by the agent's tool for files, and by a command.
func parts() []part {
	return []part{
		{"one.txt", "one\n", false}, {"two.txt", "two, a \"quoted\" word and $HOME\n", true}, {"deep/three.txt", "three\n", false}, {"deep/four.txt", "four: ä\n", true},
	}
}

func answerDone(script.Ask) script.Act { return script.Act{Text: "It is done."} }

// answerParts has parts written one after the other.
func answerParts(all []part) func(script.Ask) script.Act {
	return func(a script.Ask) script.Act {
		if len(a.Tools) == 0 || a.Results >= len(all) {
			return answerDone(a)
		}
		p := all[a.Results]
		return script.Act{Path: p.path, Text: p.text, Shell: p.shell}
	}
}

// see says which of the parts are not there as they were to be written; empty when all are.
func (t *set) see(all []part) string {
	var out []string
	for _, p := range all {
		raw, err := os.ReadFile(filepath.Join(t.tree, p.path))
		if err != nil || strings.TrimRight(string(raw), "\n") != strings.TrimRight(p.text, "\n") {
			out = append(out, p.path)
		}
	}
	if len(out) == 0 {
		return ""
	}
	return "it was told to write files, and these are not there as told: " + strings.Join(out, ", ")
}

// edit has files written, and compares what was counted with what was asked.
func (t *set) edit(ctx context.Context) (why string, err error) {
	t.model.Follow(answerParts(parts()))
	looks := 0
	why, err = t.perform(ctx, func(context.Context, string) error { looks++; return nil })
	switch {
	case err != nil || why != "":
		return why, err
	case looks == 0:
		return "it wrote files, and reported no tool", nil
	}
	return t.see(parts()), nil
}

// perform starts the agent, has it work to its end, and ends it.
func (t *set) perform(ctx context.Context, look func(context.Context, string) error) (why string, err error) {
	s, err := t.start(ctx, "")
	if err != nil {
		return "", err
	}
	_, err = s.Say(ctx, "Write the files that the script says.", t.door.Refused(), look)
	if err := errors.Join(err, s.Close()); err != nil {
		return "", err
	}
	if err := t.endDoor(); err != nil {
		return "", err
	}
	return t.ledger.compare(t.model.Calls()), nil
}

func ignore(context.Context, string) error { return nil }

// endRefused refuses every call as a limit of the founder's does.
func (t *set) endRefused(ctx context.Context) (string, error) {
	t.ledger.refuseBy(org.ErrBudget)
	s, err := t.start(ctx, "")
	if err != nil {
		return "", err
	}
	began := time.Now()
	_, err = s.Say(ctx, "Write the files that the script says.", nil, ignore)
	took := time.Since(began)
	var failed *agent.FailedError
	if err = errors.Join(err, s.Close()); err != nil && !errors.As(err, &failed) {
		return "", err
	}
	if err := t.trap.check(); err != "" {
		return err, nil
	}
	switch calls := t.door.Calls(); {
	case calls > mostRefused:
		return fmt.Sprintf("it was refused, and asked %d times", calls), nil
	case took > refusedLimit:
		return fmt.Sprintf("it was refused, and went on for %s", took.Round(time.Second)), nil
	case t.door.Refusal() == nil:
		return "it ended without asking the model", nil
	}
	return "", nil
}

const (
	// mostRefused limits how often an agent may ask although it is refused, and refusedLimit how long it may go on (our choice: the most
	// that was measured are three calls and seven seconds).
	mostRefused  = 20
	refusedLimit = time.Minute
)

// endCancelled calls it off while the model speaks, and has it work after that.
func (t *set) endCancelled(ctx context.Context) (string, error) {
	reached := make(chan struct{}, 1)
	t.model.Follow(func(a script.Ask) script.Act {
		if len(a.Tools) == 0 {
			return answerDone(a)
		}
		select {
		case reached <- struct{}{}:
		default:
		}
		return script.Act{Text: "Well", Hang: true}
	})
	s, err := t.start(ctx, "")
	if err != nil {
		return "", err
	}
	cut, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var at time.Time
	go func() {
		select {
		case <-reached:
			<-time.After(pause)
		case <-cut.Done():
		}
		at = time.Now()
		cancel(errCalledOff)
	}()
	_, err = s.Say(cut, "Write the files that the script says.", t.door.Refused(), ignore)
	if !errors.Is(err, errCalledOff) {
		return "it ended before it was called off", errors.Join(err, s.Close())
	}
	if took := time.Since(at); took >= agent.CancelGrace {
		return fmt.Sprintf("it was called off, and did not stop in %s", agent.CancelGrace), s.Close()
	}
	two := parts()[:2]
	t.model.Follow(answerParts(two))
	_, err = s.Say(ctx, "Write the other files that the script says.", t.door.Refused(), ignore)
	if err := errors.Join(err, s.Close()); err != nil {
		return "", err
	}
	return t.see(two), nil
}

const pause = 200 * time.Millisecond // in which the beginning of an answer reaches the agent

var errCalledOff = errors.New("it was called off")

// goOn kills the agent, and has it go on with its session.
func (t *set) goOn(ctx context.Context) (string, error) {
	all := parts()
	t.model.Follow(answerParts(all[:2]))
	s, err := t.start(ctx, "")
	if err != nil {
		return "", err
	}
	const word = "kingfisher"
	_, err = s.Say(ctx, "Write the files that the script says. The word is "+word+".", t.door.Refused(), ignore)
	if err := errors.Join(err, s.Kill()); err != nil {
		return "", err
	}
	var remembered atomic.Bool
	second := answerParts(all[2:])
	t.model.Follow(func(a script.Ask) script.Act {
		if strings.Contains(a.Body, word) {
			remembered.Store(true)
		}
		return second(a)
	})
	if s, err = t.start(ctx, s.ID()); err != nil {
		return "", err
	}
	_, err = s.Say(ctx, "Write the other files that the script says.", t.door.Refused(), ignore)
	if err := errors.Join(err, s.Close()); err != nil {
		return "", err
	}
	if !remembered.Load() {
		return "it was killed, and does not know what was said before", nil
	}
	return t.see(all), nil
}
