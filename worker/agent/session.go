package agent

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/coder/acp-go-sdk"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/worker/fence"
)

// Task gives a program its work.
type Task struct {
	Fence      *fence.Fence
	Profile    Profile
	Installed  Installed
	Work       string // the folder that it changes
	Scratch    string // an empty folder of this run
	Home       string // of the program, where it is to outlive the run; empty for one in Scratch
	Cache      string
	Socket     string // its only way out
	Toolchains []coding.Toolchain
	Limit      time.Duration
	Silence    time.Duration // without a word of it, though it lives, after which it is ended; 0 for none
	// Still ends it sooner where nothing of it goes on: no word, no command that it started, and no call of a model, as Waits tells; 0 for never.
	Still time.Duration
	Waits func() bool // nil for no calls
	Log   *slog.Logger
	// Sockets are ways out besides the one to a model.
	Sockets []fence.Socket
	// Load is the session that is gone on with, where its home is still there; empty for a new one.
	Load string
}

// Session is a program at work.
type Session struct {
	task    Task
	process *fence.Process
	conn    *acp.ClientSideConnection
	box     *inbox
	id      acp.SessionId
	titles  map[string]string
	least   int       // processes that it was ever seen with: with more, a command that it started runs
	moved   time.Time // when something of it was last seen to go on
}

// FailedError says that the program could not work, in its own words where it has any.
type FailedError struct{ Why string }

// Error returns the sentence.
func (e *FailedError) Error() string { return e.Why }

// StillError says that nothing of the program went on any more, though it had not done: a fault of its own and not of its work, so that
// another one may go on from where it stood.
type StillError struct{ Why string }

// Error returns the sentence.
func (e *StillError) Error() string { return e.Why }

const (
	openLimit = 5 * time.Minute  // until a session stands: opencode takes 16 s of a core for it (measured), which was 133 s at a load of 85
	lookEvery = 15 * time.Second // how often the folder is looked at though nothing is reported
	// CancelGrace lets it take so long to stop once it is asked to.
	CancelGrace = 5 * time.Second
	hearEvery   = 50 * time.Millisecond
	noSilence   = 24 * time.Hour // longer than any run may take
	saidBytes   = 4000           // that are kept of what it says
	mostTitles  = 2000           // that are kept of its tools, and mostDone of those that ended together
	mostDone    = 5
)

// Start starts the program behind walls, and opens a session of it.
func Start(ctx context.Context, t Task) (*Session, error) {
	home := cmp.Or(t.Home, filepath.Join(t.Scratch, "home"))
	if err := writeHome(home, t.Profile.Files); err != nil {
		return nil, fmt.Errorf("make a home for %s: %w", t.Profile.Kind, err)
	}
	box := fence.Box{
		Work: t.Work, Scratch: t.Scratch, Cache: t.Cache, Limit: t.Limit, Toolchains: t.Toolchains,
		ReadOnly: []fence.Bind{{Host: t.Installed.Dir, Inside: insideProgram}},
		Layers:   []fence.Layer{{Host: home, Inside: insideHome, Keep: true}},
		Env:      append([]string{"HOME=" + insideHome, "XDG_CACHE_HOME=" + insideHome + "/.cache", "XDG_CONFIG_HOME=" + insideHome + "/.config"}, t.Profile.Env...),
		Sockets:  append([]fence.Socket{{Host: t.Socket, Port: port}}, t.Sockets...),
	}
	if t.Profile.Node > 0 && len(t.Installed.Node.Read) > 0 {
		box.Toolchains = append(slices.Clone(t.Toolchains), t.Installed.Node)
	}
	for i, v := range box.Env {
		box.Env[i] = fill(v)
	}
	for _, m := range t.Profile.Masks {
		box.Mask = append(box.Mask, insideFolder+"/"+m)
	}
	process, err := t.Fence.Start(ctx, box, t.Profile.argv(t.Installed.Node)...)
	if err != nil {
		return nil, err
	}
	s := &Session{task: t, process: process, box: &inbox{news: make(chan struct{}, 1)}, titles: map[string]string{}}
	answers, rest := io.Pipe()
	go s.box.sort(process.Out, rest)
	s.conn = acp.NewClientSideConnection(refuser{t.Log}, process.In, answers)
	s.conn.SetLogger(slog.New(slog.DiscardHandler))
	if err := s.open(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	s.least = process.Count()
	return s, nil
}

// writeHome writes files into a home. The program may have been there before and left a link, behind which nothing is written.
func writeHome(home string, files map[string]string) error {
	if err := os.MkdirAll(home, 0o700); err != nil {
		return err
	}
	root, err := os.OpenRoot(home)
	if err != nil {
		return err
	}
	for name, text := range files {
		err = errors.Join(err, root.RemoveAll(name), root.MkdirAll(filepath.Dir(name), 0o700), root.WriteFile(name, []byte(fill(text)), 0o600))
	}
	return errors.Join(err, root.Close())
}

func (s *Session) open(ctx context.Context) error {
	ctx, stop := context.WithTimeout(ctx, openLimit)
	defer stop()
	met, err := s.conn.Initialize(ctx, acp.InitializeRequest{
		ProtocolVersion: acp.ProtocolVersionNumber, ClientInfo: &acp.Implementation{Name: "frasier", Version: "1"},
	})
	if err != nil {
		return s.explain(ctx, "did not answer", err)
	}
	if met.ProtocolVersion != acp.ProtocolVersionNumber {
		return &FailedError{fmt.Sprintf("the agent %s speaks the protocol's version %d, and version %d is known here; install %s", s.task.Profile.Kind, met.ProtocolVersion, acp.ProtocolVersionNumber, s.task.Profile.Package)}
	}
	if s.id, err = s.openSession(ctx); err != nil {
		return s.explain(ctx, "opened no session", err)
	}
	if s.task.Profile.Mode == "" {
		return nil
	}
	if _, err := s.conn.SetSessionMode(ctx, acp.SetSessionModeRequest{SessionId: s.id, ModeId: acp.SessionModeId(s.task.Profile.Mode)}); err != nil {
		return s.explain(ctx, "does not know the mode "+s.task.Profile.Mode, err)
	}
	return nil
}

func (s *Session) openSession(ctx context.Context) (acp.SessionId, error) {
	meta := s.task.Profile.Meta
	if load := acp.SessionId(s.task.Load); load != "" {
		_, err := s.conn.LoadSession(ctx, acp.LoadSessionRequest{SessionId: load, Cwd: insideFolder, McpServers: []acp.McpServer{}, Meta: meta})
		s.box.take() // it tells what was said before
		return load, err
	}
	n, err := s.conn.NewSession(ctx, acp.NewSessionRequest{Cwd: insideFolder, McpServers: []acp.McpServer{}, Meta: meta})
	return n.SessionId, err
}

// ID names the session, for who goes on with it.
func (s *Session) ID() string { return string(s.id) }

// Kill ends the program at once, with all that it started.
func (s *Session) Kill() error {
	s.process.Stop()
	_, err := s.process.Wait()
	return err
}

func (s *Session) explain(ctx context.Context, what string, err error) error {
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.DeadlineExceeded) {
		return cause
	}
	why := fmt.Sprintf("the agent %s %s: %s", s.task.Profile.Kind, what, cut(err.Error()))
	select {
	case <-s.process.Done():
		if e, err := s.process.Wait(); err == nil {
			why = strings.TrimSuffix(fmt.Sprintf("the agent %s ended with the exit code %d: %s", s.task.Profile.Kind, e.Code, cut(strings.TrimSpace(string(e.Output))+" "+e.Reason)), ": ")
		}
	case <-time.After(time.Second): // its end and that of its output come together, or it goes on
	}
	return &FailedError{why}
}

func cut(text string) string {
	const most = 600
	text = strings.ToValidUTF8(strings.TrimSpace(text), "\uFFFD")
	if len(text) > most {
		text = strings.ToValidUTF8(text[len(text)-most:], "")
	}
	return text
}

// Say tells the program something and waits until it has done with it. look is called after each of its tool calls, and now and then,
// with what it did; an error of look ends the wait. What it said comes back: it proves nothing.
func (s *Session) Say(ctx context.Context, text string, refused <-chan struct{}, look func(ctx context.Context, did string) error) (string, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 1)
	go func() {
		_, err := s.conn.Prompt(ctx, acp.PromptRequest{SessionId: s.id, Prompt: []acp.ContentBlock{acp.TextBlock(text)}})
		ended <- err
	}()
	tick := time.NewTicker(s.lookEvery())
	defer tick.Stop()
	s.moved = time.Now()
	silent := time.NewTimer(cmp.Or(s.task.Silence, noSilence))
	defer silent.Stop()
	var said strings.Builder
	for {
		select {
		case <-s.box.news:
			silent.Reset(cmp.Or(s.task.Silence, noSilence))
			s.standsStill()
			s.moved = time.Now()
			if err := s.takeUpdates(ctx, &said, look); err != nil {
				return "", s.cancel(ctx, ended, err)
			}
			select { // what comes meanwhile is heard together
			case <-time.After(hearEvery):
			case <-ctx.Done():
			}
		case <-tick.C:
			if err := look(ctx, ""); err != nil {
				return "", s.cancel(ctx, ended, err)
			}
			if s.standsStill() {
				return "", s.cancel(ctx, ended, &StillError{fmt.Sprintf("the agent %s stood still for %s: no word, no command and no call of a model", s.task.Profile.Kind, describeLimit(s.task.Still))})
			}
		case <-silent.C:
			return "", s.cancel(ctx, ended, &FailedError{fmt.Sprintf("the agent %s said nothing for %s, so I ended it", s.task.Profile.Kind, describeLimit(s.task.Silence))})
		case <-refused:
			return "", s.cancel(ctx, ended, &FailedError{"no further call may be made"})
		case err := <-ended:
			if heard := s.takeUpdates(ctx, &said, look); heard != nil {
				return "", heard
			}
			if err != nil {
				return "", s.explain(ctx, "stopped in the middle", err)
			}
			return strings.TrimSpace(said.String()), nil
		case <-ctx.Done():
			return "", s.cancel(ctx, ended, context.Cause(ctx))
		}
	}
}

func (s *Session) lookEvery() time.Duration {
	if still := s.task.Still; still > 0 && still < 2*lookEvery {
		return still / 2
	}
	return lookEvery
}

// standsStill looks whether something of the program goes on, and reports whether nothing has for too long.
func (s *Session) standsStill() bool {
	n := s.process.Count()
	s.least = min(s.least, n)
	const seen = 2 // the walls and what is behind them: with fewer, this system does not tell what a process has started
	if n < seen || n > s.least || s.task.Waits != nil && s.task.Waits() {
		s.moved = time.Now()
	}
	return s.task.Still > 0 && time.Since(s.moved) >= s.task.Still
}

func describeLimit(d time.Duration) string {
	if d < time.Minute {
		return d.String()
	}
	return prose.Count(int(d.Minutes()), "minute")
}

// takeUpdates takes up all that was reported since. However many tools ended meanwhile, the folder is looked at once.
func (s *Session) takeUpdates(ctx context.Context, said *strings.Builder, look func(context.Context, string) error) error {
	var did []string
	for _, u := range s.box.take() {
		if u.Title != "" && u.Call != "" && len(s.titles) < mostTitles {
			s.titles[u.Call] = cut(u.Title)
		}
		switch {
		case u.Kind == "agent_message_chunk" && said.Len() < saidBytes:
			said.WriteString(cloneClipped(u.Content.Text, saidBytes-said.Len()))
		case u.Status == "completed" || u.Status == "failed":
			said.Reset() // what it says before it does something is not how it ends
			if did = append(did, s.titles[u.Call]); len(did) > mostDone {
				did = did[1:]
			}
		}
	}
	if len(did) == 0 {
		return nil
	}
	return look(ctx, strings.Join(did, "; "))
}

// cancel asks the program to stop, and gives it a moment.
func (s *Session) cancel(ctx context.Context, ended <-chan error, why error) error {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), CancelGrace)
	defer stop()
	if err := s.conn.Cancel(ctx, acp.CancelNotification{SessionId: s.id}); err != nil {
		return why // it has gone, and why it was to stop says more
	}
	select {
	case <-ended: //nolint:errcheck // why it was to stop says more
	case <-s.process.Done():
	case <-ctx.Done():
	}
	return why
}

// Close ends the program: it is told that nothing more comes, is given its grace, and then the walls fall.
func (s *Session) Close() error {
	err := s.process.In.Close()
	grace := time.NewTimer(s.task.Profile.Grace)
	defer grace.Stop()
	select {
	case <-s.process.Done():
	case <-grace.C:
		s.process.Stop()
	}
	_, end := s.process.Wait()
	if errors.Is(err, os.ErrClosed) {
		err = nil
	}
	return errors.Join(err, end)
}

// refuser answers what the program asks of us: it works behind walls, where all is let, so there is nothing to ask for.
type refuser struct{ log *slog.Logger }

func (r refuser) RequestPermission(ctx context.Context, p acp.RequestPermissionRequest) (acp.RequestPermissionResponse, error) {
	for _, o := range p.Options {
		if o.Kind == acp.PermissionOptionKindRejectOnce {
			r.log.InfoContext(ctx, "an agent asked for a permission, and has none", "option", o.Name)
			return acp.RequestPermissionResponse{Outcome: acp.NewRequestPermissionOutcomeSelected(o.OptionId)}, nil
		}
	}
	return acp.RequestPermissionResponse{Outcome: acp.NewRequestPermissionOutcomeCancelled()}, nil
}

func (refuser) ReadTextFile(context.Context, acp.ReadTextFileRequest) (acp.ReadTextFileResponse, error) {
	return acp.ReadTextFileResponse{}, acp.NewMethodNotFound(acp.ClientMethodFsReadTextFile)
}

func (refuser) WriteTextFile(context.Context, acp.WriteTextFileRequest) (acp.WriteTextFileResponse, error) {
	return acp.WriteTextFileResponse{}, acp.NewMethodNotFound(acp.ClientMethodFsWriteTextFile)
}

func (refuser) SessionUpdate(context.Context, acp.SessionNotification) error { return nil }

func (refuser) CreateTerminal(context.Context, acp.CreateTerminalRequest) (acp.CreateTerminalResponse, error) {
	return acp.CreateTerminalResponse{}, acp.NewMethodNotFound(acp.ClientMethodTerminalCreate)
}

func (refuser) KillTerminal(context.Context, acp.KillTerminalRequest) (acp.KillTerminalResponse, error) {
	return acp.KillTerminalResponse{}, acp.NewMethodNotFound(acp.ClientMethodTerminalKill)
}

func (refuser) TerminalOutput(context.Context, acp.TerminalOutputRequest) (acp.TerminalOutputResponse, error) {
	return acp.TerminalOutputResponse{}, acp.NewMethodNotFound(acp.ClientMethodTerminalOutput)
}

func (refuser) ReleaseTerminal(context.Context, acp.ReleaseTerminalRequest) (acp.ReleaseTerminalResponse, error) {
	return acp.ReleaseTerminalResponse{}, acp.NewMethodNotFound(acp.ClientMethodTerminalRelease)
}

func (refuser) WaitForTerminalExit(context.Context, acp.WaitForTerminalExitRequest) (acp.WaitForTerminalExitResponse, error) {
	return acp.WaitForTerminalExitResponse{}, acp.NewMethodNotFound(acp.ClientMethodTerminalWaitForExit)
}
