package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"

	"github.com/frasier-cos/frasier/internal/eval/replay"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// play runs a command with the replies of a tape, and returns what was asked. A
// call that the tape has no reply for ends it, and so does a reply that nobody
// asked for.
func play(ctx context.Context, tape string, p process) (code int, asked []llmtest.Request, err error) {
	calls, err := readTape(tape)
	if err != nil {
		return 0, nil, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	d := deck{left: slices.DeleteFunc(calls, func(c replay.Call) bool { return c.Gone }), cancel: cancel}
	if code, err = p.with(ctx, d.answer); err != nil {
		return 0, nil, err
	}
	return code, d.asked, errors.Join(context.Cause(ctx), d.unused())
}

func readTape(path string) ([]replay.Call, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return replay.Read(bytes.NewReader(raw))
}

// take takes the next reply to a call out of a tape.
func take(calls *[]replay.Call, r llmtest.Request) (replay.Call, bool) {
	for i, c := range *calls {
		if c.Stage != r.Stage || c.Title != r.Title || c.Gone {
			continue
		}
		*calls = append((*calls)[:i:i], (*calls)[i+1:]...)
		return c, true
	}
	for i, c := range *calls {
		if said, same := asLead(c, r); same && !c.Gone {
			*calls = append((*calls)[:i:i], (*calls)[i+1:]...)
			c.Reply = said
			return c, true
		}
	}
	return replay.Call{}, false
}

// deck are the replies of a tape that were not given yet. A call gets the next
// reply of its stage and its step: prompts may change their words, as long as
// they ask for the same.
type deck struct {
	mu     sync.Mutex
	left   []replay.Call
	asked  []llmtest.Request
	cancel context.CancelCauseFunc
}

func (d *deck) answer(r llmtest.Request) (llmtest.Reply, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if c, ok := take(&d.left, r); ok {
		d.asked = append(d.asked, r)
		return llmtest.Reply{Text: c.Reply}, true
	}
	if r.Stage == org.StageCalibrate { // a critic is measured when nothing else is under way, so it may come or not
		return llmtest.Reply{Fault: "503"}, true
	}
	d.cancel(fmt.Errorf("the tape has no reply for %s of %q", r.Stage, r.Title))
	return llmtest.Reply{Fault: "503"}, true
}

// unused is an error when replies are left.
func (d *deck) unused() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	var all []error
	for _, c := range d.left {
		all = append(all, fmt.Errorf("call %d of the tape, %s of %q, was not asked for", c.N, c.Stage, c.Title))
	}
	return errors.Join(all...)
}
