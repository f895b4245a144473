package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/bot"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/terminal"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/app/botside"
	"github.com/frasier-cos/frasier/cmd/internal/app/workerside"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/roadmap"
)

// run hands over a file and works until its project ends.
func run(ctx context.Context, c *call) error {
	if len(c.rest) != 1 {
		return &usage{"run needs one file: frasier run roadmap.md (or - for standard input)"}
	}
	m, err := c.order()
	if err != nil {
		return err
	}
	return c.with(ctx, func(a *app.App) error {
		a.Client.Impatient = true // somebody waits in front of the screen
		if err := c.forCode(ctx, a, &m); err != nil {
			return err
		}
		project, err := c.accept(ctx, a, m)
		if err != nil {
			return err
		}
		a.Only = project
		p, err := c.work(ctx, a, project)
		if err != nil {
			return err
		}
		return c.conclude(ctx, a, p)
	})
}

// order reads the file as an explicit message. The message's id is the hash of
// the name and bytes, so that the same file is the same project. A roadmap
// that cannot be carried out is refused before anything is stored.
func (c *call) order() (org.Message, error) {
	file, err := c.input()
	if err != nil {
		return org.Message{}, fmt.Errorf("%w: %w", errInput, err)
	}
	if strings.TrimSpace(file.Text) == "" {
		note := file.Note
		if note == "" {
			note = file.Name + " is empty."
		}
		if file.Sense != "" {
			note = fmt.Sprintf("%s is a file of the kind %s, and a run needs words. Say in a text file what is to be done, or send this one in a chat.", file.Name, strings.ToUpper(path.Base(file.ContentType)))
		}
		return org.Message{}, fmt.Errorf("%w: %s", errInput, note)
	}
	if file.Note != "" {
		if _, err := fmt.Fprintln(c.Err, "frasier: "+file.Note); err != nil {
			return org.Message{}, err
		}
	}
	sum := sha256.Sum256([]byte(file.Name + "\x00" + file.SHA256))
	if c.flags.base != "" { // elsewhere it is another order
		sum = sha256.Sum256([]byte(hex.EncodeToString(sum[:]) + c.flags.base))
	}
	m := org.Message{
		Channel: org.Channel{Transport: botside.RunTransport, ID: "run"}, Origin: "file-" + hex.EncodeToString(sum[:]), Author: "founder",
		Explicit: true, Base: c.flags.base, SaidAt: c.Hooks.Clock()(),
	}
	if _, items := roadmap.Counts(file.Text); items == 0 {
		m.Text = file.Text // a directive: the founder's words, and no document to cite
		return m, nil
	}
	plan, err := roadmap.Parse(file.Name, file.Text)
	if err != nil {
		return org.Message{}, err
	}
	more, err := c.patches(plan)
	if err != nil {
		return org.Message{}, err
	}
	for _, p := range more {
		sum = sha256.Sum256([]byte(hex.EncodeToString(sum[:]) + p.Name + "\x00" + p.SHA256))
	}
	m.Origin = "file-" + hex.EncodeToString(sum[:])
	m.Attachments = append([]org.Attachment{file}, more...)
	return m, nil
}

func (c *call) input() (org.Attachment, error) {
	if c.rest[0] != "-" {
		path := c.rest[0]
		if !filepath.IsAbs(path) {
			path = filepath.Join(c.Dir, path)
		}
		return terminal.ReadFile(path)
	}
	const most = 25 << 20
	raw, err := io.ReadAll(io.LimitReader(c.In, most))
	if err != nil {
		return org.Attachment{}, fmt.Errorf("read standard input: %w", err)
	}
	return bot.Attach("standard-input.md", "text/markdown", raw), nil
}

// accept stores the message and has it answered, and returns its project. A
// project that was stopped goes on; of one that is over the same order begins another.
func (c *call) accept(ctx context.Context, a *app.App, m org.Message) (org.ProjectID, error) {
	id, fresh, err := a.Store.SaveMessage(ctx, bot.Scrub(m))
	if err != nil {
		return "", err
	}
	if err := a.Register(ctx); err != nil {
		return "", err
	}
	handler := botside.Handler(a)
	said, try := m.Origin, 1
	for idle := false; ; {
		p, err := a.Store.ProjectByMessage(ctx, id)
		if err == nil && !fresh {
			over, err := isOver(ctx, a, p)
			if err != nil {
				return "", err
			}
			if over { // the same order again is a new try
				try++
				m.Origin = fmt.Sprintf("%s-%d", said, try)
				if id, fresh, err = a.Store.SaveMessage(ctx, bot.Scrub(m)); err != nil {
					return "", err
				}
				continue
			}
		}
		if err == nil {
			return p.ID, errors.Join(a.Store.ReleaseUnreviewed(ctx, p.ID), a.Store.RetryNow(ctx, p.ID))
		}
		if !errors.Is(err, org.ErrNotFound) {
			return "", err
		}
		if idle && !fresh { // it began nothing when it was said before: what stood against that may be mended
			m.Origin += "-" + strconv.FormatInt(a.Now().UnixNano(), 36)
			if id, fresh, err = a.Store.SaveMessage(ctx, bot.Scrub(m)); err != nil {
				return "", err
			}
			idle = false
			continue
		}
		if idle {
			reply, err := c.answer(ctx, a, m)
			if err != nil {
				return "", err
			}
			return "", fmt.Errorf("%w: %s", errInput, reply)
		}
		if err := handler.Next(ctx); errors.Is(err, org.ErrNoWork) {
			if idle, err = c.heard(ctx, a); err != nil {
				return "", err
			}
		} else if err != nil {
			return "", err
		}
	}
}

// isOver reports whether a project was cancelled, or failed without a question whose answer may let it go on.
func isOver(ctx context.Context, a *app.App, p org.Project) (bool, error) {
	if p.State != org.ProjectFailed {
		return p.State == org.ProjectCancelled, nil
	}
	open, err := openQuestions(ctx, a, p)
	return len(open) == 0, err
}

// openQuestions returns what a project that failed waits for: an answer may let it go on.
func openQuestions(ctx context.Context, a *app.App, p org.Project) ([]org.Decision, error) {
	if p.State != org.ProjectFailed {
		return nil, nil
	}
	all, err := a.Store.Decisions(ctx)
	return slices.DeleteFunc(all, func(d org.Decision) bool { return d.Project != p.ID }), err
}

// heard reports whether all messages are answered. When not, another process
// is answering one, perhaps ours, and heard waits a moment for it.
func (c *call) heard(ctx context.Context, a *app.App) (bool, error) {
	r, err := a.Store.Status(ctx, a.Now())
	if err != nil || r.Unanswered == 0 {
		return err == nil, err
	}
	select {
	case <-ctx.Done():
		return false, c.stopped(ctx, ctx.Err())
	case <-time.After(look):
		return false, nil
	}
}

// answer returns what was said to a message that started nothing.
func (c *call) answer(ctx context.Context, a *app.App, m org.Message) (string, error) {
	past, err := a.Store.History(ctx, m.Channel, 1)
	if err != nil {
		return "", err
	}
	if len(past) == 0 {
		return "the message is being answered by another process; try again", nil
	}
	return past[len(past)-1].Reply, nil
}

// work runs bot and worker until the project ends, nothing can run any more or
// ctx ends, and shows what happens.
func (c *call) work(ctx context.Context, a *app.App, id org.ProjectID) (org.Project, error) {
	inner, stop := context.WithCancel(ctx)
	defer stop()
	var both sync.WaitGroup
	var failed error
	out := c.Out
	if c.flags.json {
		out = c.Err
	}
	others := botside.Terminal(a, app.Process{Out: out, Env: c.Env})
	chats := map[string]bot.Chat{botside.RunTransport: runChat{Mute: botside.Mute{Chat: others}, project: id}}
	both.Go(func() { failed = botside.Serve(inner, a, chats) })
	var broken error
	both.Go(func() {
		if broken = workerside.Serve(inner, a); broken != nil {
			stop() // nobody is left to wait for
		}
	})
	p, err := c.follow(inner, a, id)
	if err == nil && p.State.Ended() { // the end of the run says where the changes went
		err = errors.Join(workerside.Arrive(inner, a), workerside.Push(inner, a))
	}
	stop()
	both.Wait()
	if ctx.Err() == nil {
		failed = errors.Join(failed, botside.Flush(ctx, a, chats))
	}
	if broken != nil && ctx.Err() == nil {
		return p, broken
	}
	return p, errors.Join(err, failed, broken)
}

// runChat prints what is said of the projects of other runs, which nobody else may be there to print. Of its own
// project a run shows the journal.
type runChat struct {
	botside.Mute
	project org.ProjectID
}

// Publish takes a delivery.
func (r runChat) Publish(ctx context.Context, d reports.Delivery) (string, error) {
	if d.Project == r.project || d.Project == "" {
		return "shown-" + string(d.ID), nil
	}
	if len(d.Files) > 0 {
		d.Files = nil
		d.Body += "\n\n" + messages.RunOther(d.Project)
	}
	return r.Mute.Publish(ctx, d)
}

// look is the pause between two looks of a run at its project, beside the journal's nudges.
const look = 250 * time.Millisecond

// follow shows the project's events until it ends.
func (c *call) follow(ctx context.Context, a *app.App, id org.ProjectID) (org.Project, error) {
	wake, done := a.Store.Wake()
	defer done()
	tick := time.NewTicker(look)
	defer tick.Stop()
	show := c.screen(a, id)
	for {
		p, err := a.Store.Project(ctx, string(id))
		if err != nil {
			return p, c.stopped(ctx, err)
		}
		if err := show.update(ctx, p); err != nil {
			return p, c.stopped(ctx, err)
		}
		if p.State.Ended() {
			return p, nil
		}
		if stuck, err := c.stuck(ctx, a, p); stuck || err != nil {
			return p, c.stopped(ctx, err)
		}
		select {
		case <-ctx.Done():
			return p, c.stopped(ctx, ctx.Err())
		case <-wake:
		case <-tick.C:
		}
	}
}

// stopped turns the end of ctx into a sentence: nothing is lost.
func (c *call) stopped(ctx context.Context, err error) error {
	if ctx.Err() == nil {
		return err
	}
	if _, err := fmt.Fprintln(c.Err, "Stopped. Nothing is lost: give the same command again and it goes on where it was."); err != nil {
		return err
	}
	return &exit{Failed}
}

// stuck reports whether nothing of the project can run and something waits for
// the founder, or the model endpoint refuses the account.
func (c *call) stuck(ctx context.Context, a *app.App, p org.Project) (bool, error) {
	if p.State == org.ProjectPaused {
		return true, nil
	}
	steps, err := a.Store.Steps(ctx, p.ID)
	if err == nil && a.Client.Refused() != nil && !slices.ContainsFunc(steps, func(s org.Step) bool { return s.State.Claimed() }) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	if gated, err := a.Store.Gated(ctx, p.ID); gated || err != nil {
		return gated, err
	}
	if len(steps) == 0 {
		held, err := heldUp(ctx, a, p.ID)
		return held.Planning > 0, err
	}
	const founders = org.HoldGate | org.HoldBudget | org.HoldUnreviewed | org.HoldCode
	waits := false
	for _, s := range steps {
		if s.State.Claimed() || s.State == org.StepPending && s.OpenDeps == 0 && s.Held&founders == 0 {
			return false, nil
		}
		waits = waits || s.State == org.StepPending && s.Held&founders != 0
	}
	return waits, nil
}

// heldUp returns what of a project is on hold until the founder does something.
func heldUp(ctx context.Context, a *app.App, id org.ProjectID) (reports.HeldUp, error) {
	all, err := a.Store.HeldUp(ctx)
	for _, h := range all {
		if h.Project == id {
			return h, err
		}
	}
	return reports.HeldUp{}, err
}

// look returns the command that opens a project on the dashboard; empty when there is no
// dashboard.
func (c *call) look(p org.Project) string {
	if c.settings.Address("bot") == "" {
		return ""
	}
	return c.Called + " dashboard " + string(p.ID)
}

// conclude writes the folder, says how it ended and gives the exit code.
func (c *call) conclude(ctx context.Context, a *app.App, p org.Project) error {
	dir := ""
	if c.flags.out != "" {
		var err error
		if dir, err = c.export(ctx, a, p, c.flags.out); err != nil {
			return err
		}
	}
	r, err := a.Store.Receipt(ctx, p.ID)
	if err != nil {
		return err
	}
	open, err := openQuestions(ctx, a, p)
	if err != nil {
		return err
	}
	if c.flags.json {
		if err := c.writeJSON(map[string]any{"kind": "end", "project": p.ID, "state": p.State, "outcome": p.Outcome, "folder": dir, "receipt": r}); err != nil {
			return err
		}
	} else {
		code, err := delivered(ctx, a, p, dir)
		if err != nil {
			return err
		}
		c.printf("%s", terminal.Clean(messages.RunEnded(p, r, dir, c.look(p), len(open) > 0)+code))
		if len(open) > 0 {
			c.say(messages.RunAsks(open))
		}
	}
	switch p.State {
	case org.ProjectCompleted:
		return nil
	case org.ProjectPartial:
		return &exit{Partial}
	case org.ProjectActive, org.ProjectPaused:
		if e := a.Client.Refused(); e != nil && p.State == org.ProjectActive {
			c.printf("%s\n", messages.RunWaits(e.Sentence))
			return &exit{Failed}
		}
		held, err := heldUp(ctx, a, p.ID)
		if err != nil {
			return err
		}
		if said := messages.RunHeld(held); said != "" && !c.flags.json {
			c.say(said)
		}
		return &exit{Waits}
	case org.ProjectFailed:
		answered, err := a.Store.Answered(ctx, p.ID)
		if err != nil {
			return err
		}
		if r.Mode == "model" && r.Calls > 0 && !answered {
			return &exit{NoAnswer}
		}
	case org.ProjectCancelled:
	}
	return &exit{Failed}
}
