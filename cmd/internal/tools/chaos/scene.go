package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/jmoiron/sqlx"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/internal/testing/webtest"
	"github.com/frasier-cos/frasier/store"
)

// How long nothing at all may happen while something is open.
const patience = 90 * time.Second

// scene is one instance with its processes, and the world it lives in.
type scene struct {
	ctx   context.Context
	o     options
	rng   *rand.Rand
	dir   string
	env   []string
	llm   *llmtest.Server
	web   *webtest.Web
	chat  *discordtest.Server // nil without Discord
	db    *store.DB
	procs map[string]*process
	ends  []func() error
	said  int    // messages so far
	at    string // the data folder, when it is not in dir
	// server is the address of a database on PostgreSQL, empty when it is a
	// file in the data folder.
	server string
	// failed keeps the folder.
	failed bool
	out    output

	mu     sync.Mutex
	answer func(llmtest.Request) (llmtest.Reply, bool) // what the endpoint does instead of answering well
}

// open makes an instance of its own.
func open(ctx context.Context, o options, salt uint64) (*scene, error) {
	return openOn(ctx, o, salt, "")
}

// openOn is open with the database in a schema of its own on a server; with an
// empty one it is a file.
func openOn(ctx context.Context, o options, salt uint64, server string) (s *scene, err error) {
	s = &scene{ctx: ctx, o: o, rng: rand.New(rand.NewPCG(o.seed, salt)), procs: map[string]*process{}}
	if s.dir, err = os.MkdirTemp(o.dir, "chaos"); err != nil {
		return nil, err
	}
	s.llm, err = llmtest.New(llmtest.Options{Answer: func(r llmtest.Request) (llmtest.Reply, bool) {
		s.mu.Lock()
		answer := s.answer
		s.mu.Unlock()
		if answer == nil {
			return llmtest.Reply{}, false
		}
		return answer(r)
	}})
	if err != nil {
		return nil, err
	}
	url, stop, err := s.llm.Serve(ctx, "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s.ends = append(s.ends, func() error { stop(); return nil })
	if s.web, err = webtest.Serve(ctx, "127.0.0.1:0"); err != nil {
		return nil, errors.Join(err, s.close())
	}
	s.env = []string{
		"HOME=" + s.dir, "PATH=" + os.Getenv("PATH"), "FRASIER_HOME=" + s.home(), "FRASIER_LLM_URL=" + url, "FRASIER_POLL=1s", "FRASIER_LISTEN=",
		"FRASIER_BRAVE_URL=" + s.web.BraveURL, "BRAVE_API_KEY=" + canarySearch, "OPENROUTER_API_KEY=" + canaryModel, "FRASIER_FETCH_ALLOW=" + webtest.Network,
	}
	if server != "" {
		var drop func() error
		if s.server, drop, err = storetest.Schema(ctx, server); err != nil {
			return nil, errors.Join(err, s.close())
		}
		s.ends = append(s.ends, func() error {
			if s.o.keep || s.failed {
				fmt.Fprintln(s.o.out, "kept:", s.server)
				return nil
			}
			return drop()
		})
		s.env = append(s.env, "FRASIER_DB="+s.server)
	}
	return s, s.look()
}

// Where the database is.
func (s *scene) dsn() string {
	if s.server != "" {
		return s.server
	}
	return filepath.Join(s.home(), database)
}

// look opens the database beside the product's processes.
func (s *scene) look() error {
	db, err := store.Open(s.ctx, store.Options{Path: s.dsn()})
	if err != nil {
		return errors.Join(err, s.close())
	}
	s.db = db
	s.ends = append(s.ends, db.Close)
	return nil
}

// beside opens the database beside the product, to look at what no verb tells.
func (s *scene) beside(look func(*sql.DB) error) (err error) {
	return s.raw("mode=ro", look)
}

// raw opens the database past the store. Its statements are bound by bound.
func (s *scene) raw(mode string, do func(*sql.DB) error) (err error) {
	driver, place := "sqlite3", "file:"+s.dsn()+"?_busy_timeout=5000&"+mode
	if s.server != "" {
		driver, place = "pgx", s.server
	}
	db, err := sql.Open(driver, place)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return do(db)
}

// bound is a statement with the marks of its parameters as the database reads
// them.
func (s *scene) bound(query string) string {
	if s.server == "" {
		return query
	}
	return sqlx.Rebind(sqlx.DOLLAR, query)
}

func (s *scene) home() string {
	if s.at != "" {
		return s.at
	}
	return filepath.Join(s.dir, "home")
}

// misbehave changes how the endpoint answers; nil lets it answer well.
func (s *scene) misbehave(answer func(llmtest.Request) (llmtest.Reply, bool)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer = answer
}

// close ends the processes, then the world.
func (s *scene) close() error {
	var err error
	for _, p := range s.procs {
		p.kill()
	}
	for _, end := range slices.Backward(s.ends) {
		err = errors.Join(err, end())
	}
	if s.o.keep || s.failed {
		err = errors.Join(err, os.WriteFile(filepath.Join(s.dir, "output"), []byte(s.out.String()), 0o600))
		fmt.Fprintln(s.o.out, "kept:", s.dir)
		return err
	}
	return errors.Join(err, os.RemoveAll(s.dir))
}

// process is a bot or a worker.
type process struct {
	cmd   *exec.Cmd
	begun time.Time
	done  chan struct{}
	err   error // set when done is closed
}

// start begins a process under a name such as "worker2", with more of an
// environment.
func (s *scene) start(name string, more ...string) error {
	path, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(s.ctx, path)
	cmd.Dir = s.dir
	cmd.Env = append(slices.Clone(s.env), append(more, roleVar+"="+strings.TrimRight(name, "0123456789"))...)
	in, err := cmd.StdinPipe() // a bot whose input ends goes on, but hears nothing more
	if err != nil {
		return err
	}
	cmd.Stdout, cmd.Stderr = &s.out, &s.out
	p := &process{cmd: cmd, begun: time.Now(), done: make(chan struct{})}
	if err := cmd.Start(); err != nil {
		return errors.Join(err, in.Close())
	}
	go func() {
		p.err = cmd.Wait()
		close(p.done)
	}()
	s.procs[name] = p
	return nil
}

// kill ends a process as kill -9 does and waits for its end.
func (p *process) kill() {
	if err := p.cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		panic(err) // it is our own child
	}
	<-p.done
}

// terminate asks a process to stop and returns how long it took.
func (p *process) terminate(most time.Duration) (time.Duration, error) {
	begun := time.Now()
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return 0, err
	}
	select {
	case <-p.done:
		if state, ok := p.cmd.ProcessState.Sys().(syscall.WaitStatus); ok && state.Signal() == syscall.SIGTERM {
			return time.Since(begun), nil // it had not begun to listen to signals, nor to work
		}
		return time.Since(begun), p.err
	case <-time.After(most):
		p.kill()
		return time.Since(begun), fmt.Errorf("it did not stop within %s", most)
	}
}

func (s *scene) startAll(names ...string) error {
	for _, n := range names {
		if err := s.start(n); err != nil {
			return err
		}
	}
	return nil
}

// tool runs frasier to its end.
func (s *scene) tool(ctx context.Context, args ...string) (string, int, error) {
	path, err := os.Executable()
	if err != nil {
		return "", 0, err
	}
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Dir, cmd.Env = s.dir, append(slices.Clone(s.env), roleVar+"=frasier")
	raw, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return string(raw), exit.ExitCode(), nil
	}
	return string(raw), 0, err
}

// hear stores a message as a chat does that has acknowledged it.
func (s *scene) hear(text, file string) (org.MessageID, error) {
	s.said++
	m := org.Message{
		Channel: org.Channel{Transport: "terminal", ID: fmt.Sprint("c", s.said)}, Origin: fmt.Sprint("o", s.said), Author: "founder", Text: text, SaidAt: time.Now(),
	}
	if file != "" {
		m.Explicit = true
		m.Attachments = []org.Attachment{{Name: "roadmap.md", Size: int64(len(file)), Data: []byte(file), Text: file}}
	}
	id, _, err := s.db.SaveMessage(s.ctx, m)
	return id, err
}

// rest waits until nothing is under way, looking at every open step's reason
// meanwhile.
func (s *scene) rest(ctx context.Context, v *verdict) error {
	var seen int64
	for end := time.Now().Add(patience); ; pause(ctx, 10*time.Millisecond) {
		news, err := s.db.Events(ctx, seen, 1000)
		if err != nil {
			return fmt.Errorf("read the journal: %w", err)
		}
		for _, e := range news {
			seen, end = e.Seq, time.Now().Add(patience)
		}
		r, err := s.db.Status(ctx, time.Now())
		if err != nil {
			return fmt.Errorf("status: %w", err)
		}
		open := r.Unanswered + r.Outbox
		for _, p := range r.Projects {
			if p.Project.State.Ended() {
				continue
			}
			open++
			if len(p.Waiting) == 0 {
				v.breaks("R08", "%s has not ended, and status does not say what it waits for", p.Project.ID)
			}
		}
		if open == 0 {
			return nil
		}
		if time.Now().After(end) {
			tail := s.out.tail()
			s.stacks(ctx)
			out, code, err := s.tool(ctx, "status")
			if err != nil {
				return err
			}
			return fmt.Errorf("nothing happened for %s (frasier status exits %d):\n%s\n%s", patience, code, waiting(out), tail)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// stacks has the processes print what they do and end, for whoever reads the
// output that is kept.
func (s *scene) stacks(ctx context.Context) {
	s.failed = true
	for name, p := range s.procs {
		if err := p.cmd.Process.Signal(syscall.SIGQUIT); err != nil {
			fmt.Fprintln(&s.out, name, "is dead:", err)
		}
	}
	pause(ctx, time.Second)
}

// waiting keeps what a status says of what has not ended.
func waiting(status string) string {
	var b strings.Builder
	for line := range strings.Lines(status) {
		if !strings.Contains(line, ": completed") && !strings.Contains(line, "steps: ") && !strings.HasPrefix(line, "process ") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// verify runs frasier verify, and looks for secrets.
func (s *scene) verify(ctx context.Context, v *verdict, promise string) error {
	out, code, err := s.tool(ctx, "verify")
	if err == nil && code != 0 {
		v.breaks(promise, "frasier verify exits %d:\n%s", code, out)
	}
	return errors.Join(err, s.secrets(v))
}

func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}

// What the processes printed.
type output struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// Write appends.
func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.Write(p)
}

// String returns all of it.
func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.String()
}

func (o *output) tail() string {
	const most = 800
	s := o.String()
	return s[max(0, len(s)-most):]
}
