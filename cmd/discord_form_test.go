package cmd_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/frasier-cos/frasier/bot/command"
	"github.com/frasier-cos/frasier/bot/discord"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/roadmap"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
	"github.com/frasier-cos/frasier/store"
)

// inDiscordForm says lines to the office in a fake Discord's chief channel: a
// line that is a file's name is dropped as an attachment, a command is used as
// a slash command, all else is written. It waits for the end of all projects,
// exports them, stops bot and worker, and compares what is in Discord with
// what was exported. It returns the exit code that run would have had.
func inDiscordForm(ts *testscript.TestScript, lines string) int {
	c := visitOf(ts)
	if c.server == nil {
		c.start(ts, nil)
	}
	c.process(ts, "up", nil)
	for line := range strings.Lines(lines) {
		if line = strings.TrimSpace(line); line != "" {
			c.tell(ts, line)
		}
	}
	c.poll(ts, "everything typed is heard", func(db *store.DB) bool { // of a bot that is down it waits in Discord
		return !slices.ContainsFunc(c.typed, func(id string) bool {
			heard, err := db.Heard(context.Background(), org.Channel{Transport: discord.Transport, ID: c.scene.Chief}, id)
			ts.Check(err)
			return !heard
		})
	})
	code := settle(ts, c.told)
	c.marked(ts)
	c.process(ts, "down", nil)
	c.write(ts)
	c.attached(ts)
	c.once(ts, "“") // two steps may have one title
	return code
}

// tell hands one line over as a founder in Discord would.
func (c *visit) tell(ts *testscript.TestScript, line string) {
	isCommand := strings.HasPrefix(line, "!") || strings.HasPrefix(line, "/")
	defer c.disturb(ts, map[bool]string{true: "slash", false: "say"}[isCommand])()
	if raw, err := os.ReadFile(ts.MkAbs(line)); err == nil {
		c.told++
		files := []discordtest.File{{Name: filepath.Base(line), Data: raw}}
		if plan, err := roadmap.Parse(line, string(raw)); err == nil {
			for _, name := range plan.Patches() {
				raw, err := os.ReadFile(ts.MkAbs(name))
				ts.Check(err)
				files = append(files, discordtest.File{Name: name, Data: raw})
			}
		}
		c.last = c.server.Say(c.scene.Founder, c.scene.Chief, "", files...)
		c.typed = append(c.typed, c.last)
		return
	}
	if !isCommand {
		c.told++
		c.last = c.server.Say(c.scene.Founder, c.scene.Chief, line)
		c.typed = append(c.typed, c.last)
		return
	}
	c.poll(ts, "everything said is answered", func(db *store.DB) bool { // nobody pauses what he has not seen begin
		r, err := db.Status(context.Background(), time.Now())
		ts.Check(err)
		return r.Messages >= c.told && r.Unanswered == 0
	})
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	call, err := command.Parse(line)
	if refused := new(command.RefusalError); errors.As(err, &refused) { // Discord offers no such command: it can only be typed
		before := len(c.server.History())
		c.last = c.server.Say(c.scene.Founder, c.scene.Chief, line)
		_, err = c.server.Wait(ctx, before, func(e discordtest.Effect) bool { return e.Bot && e.Kind == discordtest.KindMessage })
		ts.Check(err)
		return
	}
	ts.Check(err)
	values := discordtest.Values{}
	for k, v := range call.Args {
		values[k] = v
	}
	c.await(ts, func(e discordtest.Effect) bool { return e.Kind == discordtest.KindCommands })
	c.form, err = c.server.Slash(c.scene.Founder, c.scene.Chief, call.Name, values)
	ts.Check(err)
	c.answer(ts)
}

// marked waits until every message has its mark.
func (c *visit) marked(ts *testscript.TestScript) {
	c.poll(ts, "every message has its mark", func(db *store.DB) bool {
		due, err := db.AcksDue(context.Background(), discord.Transport, 1)
		ts.Check(err)
		return len(due) == 0
	})
}

// poll waits until something is so in the database.
func (c *visit) poll(ts *testscript.TestScript, what string, so func(*store.DB) bool) {
	db := openStore(ts)
	defer func() { ts.Check(db.Close()) }()
	for until := time.Now().Add(patience); time.Now().Before(until); <-time.After(20 * time.Millisecond) {
		if so(db) {
			return
		}
	}
	ts.Fatalf("never within %s: %s\n%s", patience, what, c.log.String())
}

// openStore opens the story's database beside the processes that work on it.
func openStore(ts *testscript.TestScript) *store.DB {
	path := ts.Getenv("FRASIER_DB")
	if path == "" {
		path = filepath.Join(ts.Getenv("FRASIER_HOME"), "frasier.db")
	}
	db, err := store.Open(context.Background(), store.Options{Path: path})
	ts.Check(err)
	return db
}

// write puts what the bot has said so far into the file "said", without the
// names of founders that it called.
func (c *visit) write(ts *testscript.TestScript) {
	var b strings.Builder
	for _, e := range c.server.History() {
		if e.Bot && (e.Kind == discordtest.KindMessage || e.Kind == discordtest.KindEdit) {
			b.WriteString(strings.TrimPrefix(e.Content, "<@"+c.scene.Founder+"> ") + "\n" + string(e.Components) + "\n")
		}
	}
	ts.Check(os.WriteFile(ts.MkAbs("said"), []byte(b.String()), 0o600))
}

// attached checks that the document of every project that ended with one is in
// Discord, byte for byte as it was exported.
func (c *visit) attached(ts *testscript.TestScript) {
	db := openStore(ts)
	defer func() { ts.Check(db.Close()) }()
	r, err := db.Status(context.Background(), time.Now())
	ts.Check(err)
	for _, p := range r.Projects {
		t, err := db.Ticket(context.Background(), p.Project.ID, time.Now())
		ts.Check(err)
		if !p.Project.State.Ended() || len(t.Files) == 0 {
			continue // what an export makes of a project without a document is no document
		}
		dirs, err := filepath.Glob(ts.MkAbs("out/" + string(p.Project.ID) + "-*"))
		ts.Check(err)
		if len(dirs) != 1 {
			ts.Fatalf("%s was exported to %q", p.Project.ID, dirs)
		}
		for _, name := range []string{"deliverable.md", "deliverable.pdf", "deliverable.docx"} {
			want, err := os.ReadFile(filepath.Join(dirs[0], name))
			ts.Check(err)
			if !slices.ContainsFunc(c.server.History(), holds(name, want)) {
				ts.Fatalf("%s of %s is in no message of Discord:\n%s", name, p.Project.ID, c.log.String())
			}
		}
	}
}

// holds is a message of the bot with this file.
func holds(name string, data []byte) func(discordtest.Effect) bool {
	return func(e discordtest.Effect) bool {
		return e.Bot && e.Kind == discordtest.KindMessage && slices.ContainsFunc(e.Files, func(f discordtest.File) bool {
			return f.Name == name && bytes.Equal(f.Data, data)
		})
	}
}

// seeBelow stands for a command that took its time, where it was announced; the
// answer follows. On a busy machine any command does.
const seeBelow = "Done, see below."

// response waits for what the bot answers to what was used last.
func (c *visit) response(ctx context.Context) (discordtest.Effect, error) {
	e, err := c.server.Answer(ctx, c.form)
	if err != nil || e.Content != seeBelow {
		return e, err
	}
	return c.server.Wait(ctx, e.N, func(e discordtest.Effect) bool {
		return e.Interaction == c.form && e.Kind == discordtest.KindMessage
	})
}

// answer waits for what the bot answers to what was used last.
func (c *visit) answer(ts *testscript.TestScript) discordtest.Effect {
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	e, err := c.response(ctx)
	ts.Check(err)
	return e
}

// exact waits for the answer to what was used last and compares its words with
// a file's, in which <*> stands for anything within a line. Spaces at
// the beginning of a line are wider ones in Discord, which would cut them off.
func (c *visit) exact(ts *testscript.TestScript, file string) {
	want := strings.TrimSpace(ts.ReadFile(file))
	got := strings.ReplaceAll(c.answer(ts).Content, "\u2003", " ")
	re := regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(want), `<\*>`, ".*") + "$")
	if !re.MatchString(got) {
		ts.Fatalf("the answer is:\n%s\nwant:\n%s", got, want)
	}
}

// sound checks that no process met what it should not and that the database
// holds together.
func (c *visit) sound(ts *testscript.TestScript) {
	for line := range strings.Lines(c.log.String()) {
		if strings.Contains(line, "level=ERROR") {
			ts.Fatalf("in the log: %s", line)
		}
	}
	if got := exitOf(ts, "verify"); got != 0 {
		ts.Fatalf("frasier verify: exit code %d", got)
	}
}

func (c *visit) ops(name string) int {
	n := 0
	for _, o := range c.server.Ops() {
		if o.Name == name {
			n++
		}
	}
	return n
}
