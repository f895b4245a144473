package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
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
)

// chat talks in the terminal and works until the input ends; what is then
// under way is finished first.
func chat(ctx context.Context, c *call) error {
	return c.serve(ctx, true)
}

// up runs bot and worker in one process until it is stopped.
func up(ctx context.Context, c *call) error {
	return c.serve(ctx, false)
}

func (c *call) serve(ctx context.Context, leave bool) error {
	return c.with(ctx, func(a *app.App) error {
		inner, stop := context.WithCancel(ctx)
		defer stop()
		t := &exporting{Chat: botside.Terminal(a, c.process()), closed: make(chan struct{}), save: c.save}
		t.export = func(ctx context.Context, id org.ProjectID) (string, error) {
			p, err := a.Store.Project(ctx, string(id))
			if err != nil {
				return "", err
			}
			return c.export(ctx, a, p, "out")
		}
		chats := map[string]bot.Chat{terminal.Transport: t, botside.RunTransport: botside.Mute{Chat: t}}
		if !leave {
			var err error
			if chats, err = botside.Chats(a, t); err != nil {
				return err
			}
			if a.Pages, err = botside.Dashboard(a); err != nil {
				return err
			}
			defer a.Watch(ctx, "bot", c.Env, botside.Connected(chats))()
			if err := c.sayUp(ctx, a); err != nil {
				return err
			}
		} else if c.Live {
			c.printf("%s\n\n", terminal.Render(messages.ChatStart(a.Settings.Name), terminal.Styled(c.Out, c.Env)))
		}
		var both sync.WaitGroup
		var err, failed, broken error
		both.Go(func() {
			defer stop()
			failed = botside.Serve(inner, a, chats)
		})
		both.Go(func() { broken = workerside.Serve(inner, a) })
		if leave {
			err = c.finish(ctx, a, t.closed)
			stop()
		}
		both.Wait()
		return errors.Join(err, failed, broken)
	})
}

// sayUp says that Frasier runs. A terminal gets a link that signs in; a file would keep it
// for whoever reads it, so there the address stands alone.
func (c *call) sayUp(ctx context.Context, a *app.App) error {
	at := botside.DashboardAt(a)
	c.printf("%s\n", messages.Up(a.Settings.Name, at, !c.Live))
	if !c.Live || at == "" {
		return nil
	}
	return c.printLink(ctx, a, "", messages.DashboardLink)
}

// exporting is a terminal that tells when its input has ended, and puts
// finished documents where they can be read.
type exporting struct {
	*terminal.Chat
	closed chan struct{}
	export func(context.Context, org.ProjectID) (string, error)
	save   func(reports.Delivery) (string, error)
}

// Publish prints a delivery. A finished document is written into a folder and
// its name printed instead of a list of files.
func (d *exporting) Publish(ctx context.Context, v reports.Delivery) (string, error) {
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
	v.Body += "\n\nRead " + filepath.Join(dir, "deliverable.md") + " (also as .html, .pdf and .docx)."
	return d.Chat.Publish(ctx, v)
}

// Listen listens and then says that it ended.
func (d *exporting) Listen(ctx context.Context, hear func(context.Context, org.Message) error) error {
	defer close(d.closed)
	return d.Chat.Listen(ctx, hear)
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

func (c *call) process() app.Process {
	return app.Process{Env: c.Env, Dir: c.Dir, In: c.In, Out: c.Out, Log: c.Err, Hooks: c.Hooks}
}

// save writes the files of a reply into a folder of their own below out.
func (c *call) save(v reports.Delivery) (string, error) {
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
