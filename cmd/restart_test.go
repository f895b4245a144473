package cmd_test

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/frasier-cos/frasier/internal/org"
)

// The form "restarted" is the form "discord" with kill -9: the bot before
// everything that the founder does and at a point of its way after it, the
// worker at points of its way. Each is started again at once. What the stories
// wait for, count and compare stays as it is. Where the kills fall is drawn from
// the story's name and CHECK_SEED.
const restarted = "restarted"

// workerKills is how often a worker is killed in one story. A step whose
// worker dies org.MaxCrashes times fails, so it is one less.
const workerKills = org.MaxCrashes - 1

// botKills is how often a bot is killed while a message waits for its answer. One
// that stops the bot org.MaxCrashes times is put aside, so it is one less.
const botKills = org.MaxCrashes - 1

// farthest is the last of the points at which a process is killed: a project of
// two steps passes some three hundred in the worker, half as many in the bot.
const farthest = 200

// unrest is where the processes of one story are killed. Its zero value kills
// nobody.
type unrest struct {
	dice *rand.Rand          // draws the points and the times
	plan map[string][]string // points by process
}

func unrestOf(form, dir string) unrest {
	if form != restarted {
		return unrest{}
	}
	h := fnv.New64a()
	_, _ = fmt.Fprint(h, filepath.Base(dir), os.Getenv("CHECK_SEED"))
	return unrest{dice: rand.New(rand.NewPCG(h.Sum64(), 0))}
}

// points are where a process is to be killed, one after the other.
func (u unrest) points(name string, times int) []string {
	list := u.plan[name]
	if u.dice != nil {
		for range times {
			list = append(list, fmt.Sprintf("*#%d", 1+u.dice.IntN(farthest)))
		}
	}
	return list
}

// disturb kills the bot before the founder does something and starts it again,
// before or, where Discord keeps what he does, after it. It returns what is left
// to do after it.
func (c *visit) disturb(ts *testscript.TestScript, verb string) (after func()) {
	after = func() {}
	if c.unrest.dice == nil || c.procs["bot"] == nil || c.cutoff {
		return after
	}
	if c.answered(ts) {
		c.kills = 0
	}
	if c.kills >= botKills {
		return after
	}
	c.kills++
	c.process(ts, "kill", []string{"bot"})
	if verb != "say" && verb != "attach" && verb != "post" { // nobody answers a button whose bot has just died: the founder presses it again
		c.rise(ts, "bot", nil)
		return after
	}
	c.kills++
	if c.unrest.dice.IntN(2) == 0 {
		return func() { c.rise(ts, "bot", c.unrest.points("bot", 1)) }
	}
	c.rise(ts, "bot", c.unrest.points("bot", 1))
	return after
}

// answered reports whether all messages that the bot knows of are.
func (c *visit) answered(ts *testscript.TestScript) bool {
	db := openStore(ts)
	defer func() { ts.Check(db.Close()) }()
	r, err := db.Status(context.Background(), time.Now())
	ts.Check(err)
	return r.Unanswered == 0
}

// post is a process of the office that a story keeps up.
type post struct {
	name string
	done chan struct{} // closed when it is down for good

	mu    sync.Mutex
	cmd   *exec.Cmd
	kills []string // the points at which it is still to be killed
	left  bool     // the story ends it
	err   error    // how it ended
}

// keep starts a process and starts it again each time it was killed at one of
// the points.
func keep(name string, like *exec.Cmd, kills []string) (*post, error) {
	p := &post{name: name, done: make(chan struct{}), kills: kills}
	if err := p.launch(like); err != nil {
		return nil, err
	}
	go func() {
		defer close(p.done)
		for {
			err := p.cmd.Wait()
			p.mu.Lock()
			again := len(p.kills) > 0 && !p.left && wasKilled(err)
			if again {
				p.kills = p.kills[1:]
				err = p.launch(like)
			}
			p.err = err
			p.mu.Unlock()
			if !again || err != nil {
				return
			}
		}
	}()
	return p, nil
}

// launch starts a process like the given one, to be killed at the first of the points.
func (p *post) launch(like *exec.Cmd) error {
	p.cmd = exec.Command(like.Path, like.Args[1:]...)
	p.cmd.Dir, p.cmd.Env, p.cmd.Stdout, p.cmd.Stderr = like.Dir, like.Env, like.Stdout, like.Stderr
	if len(p.kills) > 0 {
		p.cmd.Env = append(like.Env[:len(like.Env):len(like.Env)], "STORY_CRASH="+p.kills[0])
	}
	return p.cmd.Start()
}

// due lists where the process should have been killed and was not.
func (p *post) due() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.kills
}

// end signals the process, waits for it and returns how it ended.
func (p *post) end(sig syscall.Signal) error {
	p.mu.Lock()
	p.left = true
	err := p.cmd.Process.Signal(sig)
	p.mu.Unlock()
	if err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	<-p.done
	return p.err
}

func wasKilled(err error) bool { return signalled(err) == syscall.SIGKILL }

// signalled is the signal that ended a process, 0 when none did.
func signalled(err error) syscall.Signal {
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return 0
	}
	if s, ok := exit.Sys().(syscall.WaitStatus); ok && s.Signaled() {
		return s.Signal()
	}
	return 0
}
