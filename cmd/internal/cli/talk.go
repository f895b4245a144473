package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/bot"
	"github.com/frasier-cos/frasier/bot/discord"
	"github.com/frasier-cos/frasier/bot/terminal"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/app/botside"
	"github.com/frasier-cos/frasier/cmd/internal/app/workerside"
	"github.com/frasier-cos/frasier/cmd/internal/health"
	"github.com/frasier-cos/frasier/internal/org"
)

// chat talks in the terminal and works until the input ends; what is then
// under way is finished first.
func chat(ctx context.Context, c *call) error {
	return c.serve(ctx, true)
}

// up is the whole office in one process until it is stopped.
func up(ctx context.Context, c *call) error {
	return c.serve(ctx, false)
}

func (c *call) serve(ctx context.Context, leave bool) error {
	return c.with(ctx, func(a *app.App) error {
		inner, stop := context.WithCancel(ctx)
		defer stop()
		door := &door{Chat: Terminal(c.Process, a, c.In), closed: make(chan struct{})}
		door.export = func(ctx context.Context, id org.ProjectID) (string, error) {
			p, err := a.Store.Project(ctx, string(id))
			if err != nil {
				return "", err
			}
			return c.export(ctx, a, p, "out")
		}
		chats := map[string]bot.Chat{terminal.Transport: door, runTransport: listener{door.Chat}}
		chat, err := botside.Discord(a)
		if err != nil {
			return err
		}
		if chat != nil && !leave {
			chats = map[string]bot.Chat{discord.Transport: chat, terminal.Transport: listener{door.Chat}, runTransport: listener{door.Chat}}
		}
		door.save = c.save
		if !leave {
			defer health.Serve(ctx, a, "bot")()
		}
		var rooms sync.WaitGroup
		var failed, broken error
		rooms.Go(func() {
			defer stop()
			failed = botside.Serve(inner, a, chats)
		})
		rooms.Go(func() { broken = workerside.Serve(inner, a) })
		if leave {
			err = c.finish(ctx, a, door.closed)
			stop()
		}
		rooms.Wait()
		return errors.Join(err, failed, broken)
	})
}

// door tells when the terminal's input has ended, and puts finished documents
// where they can be read.
type door struct {
	*terminal.Chat
	closed chan struct{}
	export func(context.Context, org.ProjectID) (string, error)
	save   func(org.Delivery) (string, error)
}

// Publish prints a delivery. A finished document is written into a folder and
// its name printed instead of a list of files.
func (d *door) Publish(ctx context.Context, v org.Delivery) (string, error) {
	if len(v.Files) == 0 {
		return d.Chat.Publish(ctx, v)
	}
	if v.Project == "" {
		dir, err := d.save(v)
		if err != nil {
			return "", err
		}
		v.Files = nil
		v.Body += "\n\nThe files are in " + dir + "."
		return d.Chat.Publish(ctx, v)
	}
	dir, err := d.export(ctx, v.Project)
	if err != nil {
		return "", err
	}
	v.Files = nil
	v.Body += "\n\nRead " + filepath.Join(dir, "deliverable.md") + " (also as .html and .pdf)."
	return d.Chat.Publish(ctx, v)
}

// Listen listens and then says that it ended.
func (d *door) Listen(ctx context.Context, hear func(context.Context, org.Message) error) error {
	defer close(d.closed)
	return d.Chat.Listen(ctx, hear)
}

// listener prints what was to be shown by a run that has ended; it hears
// nothing.
type listener struct{ *terminal.Chat }

// Listen hears nothing and waits.
func (listener) Listen(ctx context.Context, _ func(context.Context, org.Message) error) error {
	<-ctx.Done()
	return nil
}

// finish waits for the end of the input and then until nothing is under way,
// but for what waits for the founder, who has left.
func (c *call) finish(ctx context.Context, a *app.App, closed <-chan struct{}) error {
	select {
	case <-ctx.Done():
		return nil
	case <-closed:
	}
	tick := time.NewTicker(look)
	defer tick.Stop()
	for {
		r, err := a.Store.Status(ctx, a.Now())
		if err != nil {
			return err
		}
		open := r.Outbox
		for _, p := range r.Projects {
			if p.Project.State != org.ProjectActive {
				continue
			}
			waits, err := c.stuck(ctx, a, p.Project)
			if err != nil {
				return err
			}
			if !waits {
				open++
			}
		}
		if open+r.Unanswered == 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// Terminal returns the terminal's chat for a process.
func Terminal(p Process, a *app.App, in io.Reader) *terminal.Chat {
	return &terminal.Chat{
		In: in, Out: p.Out, Author: "founder", Session: strconv.FormatInt(a.Now().UnixNano(), 36), Now: a.Now,
	}
}

// save writes the files of a reply into a folder of their own below out.
func (c *call) save(v org.Delivery) (string, error) {
	dir := filepath.Join("out", string(v.ID))
	where := dir
	if !filepath.IsAbs(where) {
		where = filepath.Join(c.Dir, where)
	}
	if err := os.MkdirAll(where, 0o750); err != nil {
		return "", fmt.Errorf("make a folder for the files: %w", err)
	}
	for _, f := range v.Files {
		if err := os.WriteFile(filepath.Join(where, filepath.Base(f.Name)), f.Data, 0o600); err != nil {
			return "", fmt.Errorf("save %s: %w", f.Name, err)
		}
	}
	return dir, nil
}
