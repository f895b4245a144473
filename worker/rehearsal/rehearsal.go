// Package rehearsal tries a coding agent of others before it is given work: behind the walls where it will work, with the broker as
// its way out and a model that does as it is told. In come an agent that is installed and an empty folder; out comes what it did:
// whether it edits, whether a repository's plants have it do anything, whether it ends when it is refused or cancelled, and whether it
// goes on with a session after it was killed. Nothing is paid.
package rehearsal

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/worker/agent"
	"github.com/frasier-cos/frasier/worker/broker"
	"github.com/frasier-cos/frasier/worker/fence"
	"github.com/frasier-cos/frasier/worker/rehearsal/script"
)

// Stage lets an agent be tried.
type Stage struct {
	Fence     *fence.Fence
	Profile   agent.Profile
	Installed agent.Installed
	Machine   string
	Dir       string // an empty folder; what it holds afterwards is of no use
	Now       func() time.Time
	Log       *slog.Logger
}

// sceneLimit bounds one scene (our choice: on a machine with a load of 50 an agent needed more than a minute only to begin, and a scene may
// begin it twice).
const sceneLimit = 15 * time.Minute

// Run plays all scenes. A scene that does not pass is no error; its reason is in the report.
func (s Stage) Run(ctx context.Context) (coding.Rehearsal, error) {
	out := coding.Rehearsal{Machine: s.Machine, Agent: s.Profile.Kind, Version: s.Installed.Version, Key: s.Installed.Key}
	for _, sc := range listScenes() {
		began := time.Now()
		why, err := s.play(ctx, sc)
		if ctx.Err() != nil {
			return out, context.Cause(ctx)
		}
		if err != nil {
			return out, fmt.Errorf("rehearse %s: %s: %w", s.Profile.Kind, sc.name, err)
		}
		out.Scenes = append(out.Scenes, coding.Scene{Name: sc.name, Why: why, Took: time.Since(began).Round(time.Millisecond)})
	}
	out.At = s.Now()
	return out, nil
}

// scene is a part of a rehearsal: what it does, and why it does not pass; empty when it does.
type scene struct {
	name string
	play func(*set, context.Context) (why string, err error)
}

func listScenes() []scene {
	return []scene{
		{"edit", (*set).edit}, {"plants", (*set).resist}, {"refusal", (*set).endRefused}, {"cancel", (*set).endCancelled}, {"load", (*set).goOn},
	}
}

func (s Stage) play(ctx context.Context, sc scene) (why string, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, sceneLimit, fmt.Errorf("it took longer than %s", sceneLimit))
	defer cancel()
	t, err := s.build(ctx, filepath.Join(s.Dir, sc.name))
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, t.clear()) }()
	why, err = sc.play(t, ctx)
	var failed *agent.FailedError
	switch {
	case errors.As(err, &failed):
		return failed.Why, nil
	case err != nil && ctx.Err() != nil:
		return context.Cause(ctx).Error(), nil
	}
	return why, err
}

// set holds all that one scene needs.
type set struct {
	Stage
	dir, tree string
	starts    int
	model     *script.Model
	ledger    *ledger
	door      *broker.Door
	trap      *trap
	endDoor   func() error
	ends      []func() error
}

// trapPort leads nowhere but to who counts: what a plant would have an agent ask.
const trapPort = 18799

func (s Stage) build(ctx context.Context, dir string) (*set, error) {
	t := &set{Stage: s, dir: dir, tree: filepath.Join(dir, "tree"), model: script.New(answerDone), ledger: &ledger{}}
	cache, way := filepath.Join(dir, "cache"), filepath.Join(dir, "way")
	for _, at := range []string{t.tree, cache, way} {
		if err := os.MkdirAll(at, 0o700); err != nil {
			return nil, fmt.Errorf("make a folder: %w", err)
		}
	}
	p := newPipe()
	server := &http.Server{Handler: t.model, ReadHeaderTimeout: sceneLimit}
	go func() {
		if err := server.Serve(p); !errors.Is(err, http.ErrServerClosed) {
			s.Log.WarnContext(ctx, "serve a rehearsal", "err", err)
		}
	}()
	t.ends = append(t.ends, server.Close)
	b := broker.Broker{
		URL: "http://script/v1", HTTP: &http.Client{Transport: &http.Transport{DialContext: p.dial, DisableKeepAlives: true}}, Ledger: t.ledger, Now: s.Now, Log: s.Log,
	}
	var err error
	if t.door, err = b.Open(ctx, way, "rehearsal", broker.Run{Caller: llm.Caller{Step: "rehearsal"}, Tier: org.T1, Model: "model", Idle: s.Profile.Idle}); err != nil {
		return nil, errors.Join(err, t.clear())
	}
	t.endDoor = sync.OnceValue(t.door.Close)
	t.ends = append(t.ends, t.endDoor)
	if t.trap, err = openTrap(ctx, filepath.Join(way, "trap")); err != nil {
		return nil, errors.Join(err, t.clear())
	}
	t.ends = append(t.ends, t.trap.close)
	return t, nil
}

// clear ends what was begun for the scene, the newest first.
func (t *set) clear() error {
	var all []error
	for n := len(t.ends) - 1; n >= 0; n-- {
		all = append(all, t.ends[n]())
	}
	t.ends = nil
	return errors.Join(all...)
}

// start starts the agent; load is a session to go on with.
func (t *set) start(ctx context.Context, load string) (*agent.Session, error) {
	t.starts++
	scratch := filepath.Join(t.dir, fmt.Sprint("scratch", t.starts))
	if err := os.MkdirAll(scratch, 0o700); err != nil {
		return nil, fmt.Errorf("make a folder: %w", err)
	}
	return agent.Start(ctx, agent.Task{
		Fence: t.Fence, Profile: t.Profile, Installed: t.Installed, Work: t.tree, Scratch: scratch, Home: filepath.Join(t.dir, "home"), Cache: filepath.Join(t.dir, "cache"),
		Socket: t.door.Path, Sockets: []fence.Socket{{Host: t.trap.path, Port: trapPort}}, Limit: sceneLimit, Log: t.Log, Load: load,
	})
}
