package cmd_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/store"
)

// TestDiscord tells stories of a founder in Discord, with bot and worker as
// two processes, or the same with kills; make proof tells each in both.
func TestDiscord(t *testing.T) {
	t.Parallel()
	tellInDiscord(t, "testdata/discord")
}

// TestDiscordAtLength tells those whose checks take half a minute of the compiler.
func TestDiscordAtLength(t *testing.T) {
	testlevel.Need(t)
	t.Parallel()
	tellInDiscord(t, "testdata/discord-long")
}

func tellInDiscord(t *testing.T, dir string) {
	t.Helper()
	for form, files := range shared(t, []string{dir + "/*.txtar"}, []string{"two", restarted}) {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			p := scripts(t, "", form)
			p.Files = files
			p.Cmds["discord"] = inDiscord
			testscript.Run(t, p)
		})
	}
}

// visit is what a story in Discord has started.
type visit struct {
	server *discordtest.Server
	scene  discordtest.Scene
	procs  map[string]*post
	unrest unrest // the kills that the story's form adds
	kills  int    // of the bot since all messages were answered
	cutoff bool   // Discord is away
	log    *syncBuffer
	mark   int      // where the story has read up to
	told   int      // messages that were said, without commands
	typed  []string // their ids where lines were handed over
	last   string   // the message that was said last
	form   string   // the interaction that was used last
	thread string   // the thread that was found last
}

func visitOf(ts *testscript.TestScript) *visit {
	c, ok := ts.Value("visit").(*visit)
	if !ok {
		ts.Fatalf("this story is not set up for Discord")
	}
	return c
}

// inDiscord is all that a founder does and sees: discord VERB [ARGUMENT]...
// A channel is chief, general, projects, chief-log, dm, thread or a name; a
// user is founder, stranger or otherbot.
//
//	start [copies=N] [shuffle] [strange] [unknown] [half] [nocontent] [noresume] [alien]
//	up, down, kill [bot|worker]      start, stop and kill -9 processes; no name is both
//	died bot|worker                  until it was killed at its STORY_CRASH
//	killed                           each process was killed where the test wants it
//	break WORDS FAULT, mend WORDS FAULT   let Discord fail at a message with such words, and no longer
//	say USER CHANNEL TEXT            attach USER CHANNEL FILE [TEXT]
//	reply REGEXP TEXT                a founder's reply to what the bot said last in such words
//	post USER FORUM NAME FILE        a forum post of that name, with a file as its first message
//	slash CHANNEL 'COMMAND' [K=V]... press LABEL, submit TEXT, context USER 'COMMAND'
//	wait REGEXP...                   until the bot says (or changes) all that, in any order, after what was waited for last
//	answered REGEXP                  until the bot has answered what was used last (slash, press, context), in such words
//	exactly FILE                     the same, in the words of the file
//	status REGEXP                    until frasier status says that
//	replied REGEXP                   until the bot replied that to what was said last, where it was said, and called the founder
//	edit TEXT, delete                of what was said last
//	seen N REGEXP                    the bot has said that N times so far
//	stands N REGEXP                  so many messages of the bot are so now, after its edits
//	once                             the bot has said nothing twice in one place
//	reacted EMOJI                    until the bot has put it, or the ✅ that takes its place, on what was said last
//	thread REGEXP                    until there is a thread or post of that name
//	tagged NAME                      until a post in the forum got that tag
//	threads N                        so many threads and posts were opened so far
//	file REGEXP                      until such a file is there; it is saved under got/
//	settle N                         until N messages are handled and nothing is under way
//	marked                           until every message has its mark
//	told FILE                        the founder has before him what the file lists: a line for each message,
//	                                 its place, its first line without figures, its files, in any order
//	jam CHANNEL, free                let Discord fail at all messages there, and no longer
//	cut, offline, online, archive CHANNEL, forbid CHANNEL, forget
func inDiscord(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) == 0 || neg {
		ts.Fatalf("usage: discord VERB [ARGUMENT]...")
	}
	c, verb := visitOf(ts), args[0]
	args = args[1:]
	if verb != "start" && c.server == nil {
		ts.Fatalf("discord start comes first")
	}
	need := map[string]int{"say": 3, "attach": 3, "reply": 2, "post": 4, "slash": 2, "press": 1, "submit": 1, "context": 2, "wait": 1, "answered": 1, "exactly": 1, "status": 1, "replied": 1, "edit": 1, "seen": 2, "stands": 2, "reacted": 1, "thread": 1, "threads": 1, "tagged": 1, "file": 1, "settle": 1, "archive": 1, "forbid": 1, "jam": 1, "died": 1, "told": 1, "few": 2, "break": 2, "mend": 2}
	if len(args) < need[verb] {
		ts.Fatalf("discord %s: %d arguments are needed", verb, need[verb])
	}
	switch verb {
	case "start":
		c.start(ts, args)
	case "up", "down", "kill", "died":
		c.process(ts, verb, args)
	case "marked":
		c.marked(ts)
	case "break":
		c.hinder(args[0], args[1])
	case "mend":
		c.mend(ts, args[0], args[1])
	case "killed":
		for n, p := range c.procs {
			if due := p.due(); len(due) > 0 {
				ts.Fatalf("%s never came to %s, where it is to be killed:\n%s", n, due[0], c.log.String())
			}
		}
	case "told":
		c.compare(ts, args[0])
	case "few":
		c.few(ts, args[0], args[1])
	case "wait", "answered", "exactly", "status", "replied", "seen", "stands", "once", "reacted", "thread", "threads", "tagged", "file", "settle":
		c.look(ts, verb, args)
	default:
		c.act(ts, verb, args)
	}
}

// start opens the fake Discord and ends the story on anything that breaks its rules.
func (c *visit) start(ts *testscript.TestScript, args []string) {
	o := discordtest.Options{NoContent: slices.Contains(args, "nocontent"), Answer: patience}
	if slices.Contains(args, "alien") {
		o.Foreign = discordtest.Alien()
	}
	s, err := discordtest.New(o)
	ts.Check(err)
	stop, err := s.Serve(context.Background(), "127.0.0.1:0")
	ts.Check(err)
	c.server, c.scene = s, s.Scene()
	shape := discordtest.Shape{
		Shuffle: slices.Contains(args, "shuffle"), Strange: slices.Contains(args, "strange"),
		Unknown: slices.Contains(args, "unknown"), Half: slices.Contains(args, "half"),
	}
	for _, a := range args {
		if n, ok := strings.CutPrefix(a, "copies="); ok {
			shape.Copies, err = strconv.Atoi(n)
			ts.Check(err)
		}
	}
	s.Shape(shape)
	s.RefuseResume(slices.Contains(args, "noresume") || slices.Contains(args, "alien"))
	ts.Setenv("FRASIER_DISCORD_URL", s.API())
	ts.Setenv("DISCORD_TOKEN", s.Token())
	ts.Setenv("FRASIER_FOUNDERS", c.scene.Founder)
	ts.Setenv("FRASIER_CHANNELS", c.scene.Chief+","+c.scene.Projects)
	atEnd(ts, func() {
		for _, p := range c.procs {
			c.end(ts, p, syscall.SIGTERM)
		}
		stop()
		ts.Logf("%s", c.log.String())
		if v := s.Violations(); len(v) > 0 {
			ts.Fatalf("what breaks Discord's rules:\n%s", strings.Join(v, "\n"))
		}
		c.calm(ts)
		c.sound(ts)
	})
}

// calm checks what holds in every story: nobody but the founder was called, and
// nothing was left to Discord's defaults.
func (c *visit) calm(ts *testscript.TestScript) {
	for _, e := range c.server.History() {
		if !e.Bot || e.Kind != discordtest.KindMessage && e.Kind != discordtest.KindEdit {
			continue
		}
		if !strings.Contains(string(e.Allowed), `"parse":[]`) {
			ts.Fatalf("message %q was sent with allowed_mentions %q", e.Content, e.Allowed)
		}
		for _, who := range e.Pings {
			if who != c.scene.Founder {
				ts.Fatalf("message %q called %s", e.Content, who)
			}
		}
	}
}

func (c *visit) process(ts *testscript.TestScript, verb string, names []string) {
	if len(names) == 0 {
		names = []string{"bot", "worker"}
		if ts.Getenv("FORM") == together {
			names = []string{"frasier"}
		}
	}
	for _, n := range names {
		if verb == "up" {
			c.rise(ts, n, c.unrest.points(n, map[string]int{"bot": 1, "worker": workerKills}[n]))
			continue
		}
		p := c.procs[n]
		if p == nil {
			ts.Fatalf("no %s runs", n)
		}
		delete(c.procs, n)
		switch verb {
		case "down":
			c.end(ts, p, syscall.SIGTERM)
		case "kill":
			c.end(ts, p, syscall.SIGKILL)
		case "died":
			c.died(ts, p)
		}
	}
}

// rise starts a process that is killed at each of the points and started again,
// and waits for a bot until it is ready.
func (c *visit) rise(ts *testscript.TestScript, name string, kills []string) {
	readies := c.ops("ready")
	cmd := prepare(ts, name)
	if name == "frasier" {
		cmd = prepare(ts, name, "up")
	}
	cmd.Stdout, cmd.Stderr = c.log, c.log
	p, err := keep(name, cmd, kills)
	ts.Check(err)
	c.procs[name] = p
	if name != "worker" {
		ctx, stop := context.WithTimeout(context.Background(), patience)
		defer stop()
		ts.Check(c.server.WaitOp(ctx, "ready", readies+1))
	}
}

// heard waits until a worker has come up: a signal ends a process that has not
// begun to listen for it.
func (c *visit) heard(ts *testscript.TestScript, p *post) {
	if p.name != "worker" || c.unrest.dice != nil {
		return
	}
	owner := fmt.Sprintf("worker-%d-", p.cmd.Process.Pid)
	c.poll(ts, "the worker is up", func(db *store.DB) bool {
		select {
		case <-p.done:
			return true
		default:
		}
		r, err := db.Status(context.Background(), time.Now())
		ts.Check(err)
		return slices.ContainsFunc(r.Workers, func(w reports.WorkerAge) bool { return strings.HasPrefix(w.Owner, owner) })
	})
}

// end signals a process and waits for it; one that is not killed must end with
// 0, unless kills are the story's form: it may have been started a moment ago.
func (c *visit) end(ts *testscript.TestScript, p *post, sig syscall.Signal) {
	if sig == syscall.SIGTERM {
		c.heard(ts, p)
	}
	err := p.end(sig)
	if by := signalled(err); by != 0 && (sig == syscall.SIGKILL || c.unrest.dice != nil) {
		return
	}
	if err != nil {
		ts.Fatalf("%s ended with %v:\n%s", p.name, err, c.log.String())
	}
}

// place is the id of a channel that a story names.
func (c *visit) place(ts *testscript.TestScript, name string) string {
	switch name {
	case "thread":
		return c.thread
	case "dm":
		return c.scene.DM
	}
	id, err := c.server.Named(name)
	ts.Check(err)
	return id
}

// await waits until something has happened, now or before.
func (c *visit) await(ts *testscript.TestScript, what func(discordtest.Effect) bool) {
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	_, err := c.server.Wait(ctx, 0, what)
	ts.Check(err)
}

// act does what a person or the network does.
func (c *visit) act(ts *testscript.TestScript, verb string, args []string) {
	s := c.server
	var err error
	var form discordtest.Effect
	if verb == "submit" {
		form = c.answer(ts)
	}
	defer c.disturb(ts, verb)()
	switch verb {
	case "say":
		if c.last = s.Say(c.place(ts, args[0]), c.place(ts, args[1]), args[2]); c.last == "" {
			ts.Fatalf("nothing was said")
		}
	case "reply":
		h := s.History()
		is := said(args[0])
		i := slices.IndexFunc(h, is)
		for k := range h {
			if is(h[k]) {
				i = k
			}
		}
		if i < 0 {
			ts.Fatalf("the bot never said %q", args[0])
		}
		c.last = s.Post(discordtest.Post{User: c.scene.Founder, Channel: h[i].Channel, Text: args[1], Reply: h[i].Message})
	case "attach":
		var files []discordtest.File
		for name := range strings.SplitSeq(args[2], ",") {
			raw, err := os.ReadFile(ts.MkAbs(name))
			ts.Check(err)
			files = append(files, discordtest.File{Name: filepath.Base(name), Data: raw})
		}
		c.last = s.Say(c.place(ts, args[0]), c.place(ts, args[1]), strings.Join(args[3:], " "), files...)
	case "post":
		raw, err := os.ReadFile(ts.MkAbs(args[3]))
		ts.Check(err)
		c.last, err = s.PostForum(discordtest.Post{
			User: c.place(ts, args[0]), Channel: c.place(ts, args[1]), Files: []discordtest.File{{Name: filepath.Base(args[3]), Data: raw}},
		}, args[2])
		ts.Check(err)
	case "slash":
		v := discordtest.Values{}
		for _, a := range args[2:] {
			k, value, _ := strings.Cut(a, "=")
			v[k] = value
		}
		c.await(ts, func(e discordtest.Effect) bool { return e.Kind == discordtest.KindCommands })
		c.form, err = s.Slash(c.scene.Founder, c.place(ts, args[0]), args[1], v)
	case "press":
		c.await(ts, func(e discordtest.Effect) bool {
			return strings.Contains(string(e.Components), fmt.Sprintf(`"label":%q`, args[0]))
		})
		var message, id string
		if message, id, err = s.WithButton(args[0]); err == nil {
			c.form, err = s.Press(c.scene.Founder, message, id)
		}
	case "submit":
		var fields []struct {
			Components []struct {
				ID string `json:"custom_id"`
			} `json:"components"`
		}
		ts.Check(json.Unmarshal(form.Components, &fields))
		c.form, err = s.SubmitModal(c.form, discordtest.Values{fields[0].Components[0].ID: args[0]})
	case "context":
		c.form, err = s.ContextMenu(c.place(ts, args[0]), c.last, args[1])
	case "edit":
		err = s.Edit(c.last, args[0])
	case "delete":
		err = s.Delete(c.last)
	case "archive":
		err = s.Archive(c.place(ts, args[0]), false)
	case "forbid":
		err = s.Restrict(c.place(ts, args[0]), discordtest.AccessNone)
	case "jam":
		s.Break(discordtest.Fault{Holds: "/channels/" + c.place(ts, args[0]) + "/messages", Do: discordtest.Do503})
	case "free":
		s.Mend()
	case "cut":
		s.Cut()
	case "offline", "online":
		c.cutoff = verb == "offline"
		s.Offline(c.cutoff)
	case "forget":
		c.mark = 0
	default:
		ts.Fatalf("discord has no %s", verb)
	}
	ts.Check(err)
}

// look waits for what a founder sees.
func (c *visit) look(ts *testscript.TestScript, verb string, args []string) {
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	fail := func(err error) {
		if err != nil {
			diary, _ := os.ReadFile(filepath.Join(ts.Getenv("FRASIER_HOME"), "watcher.log")) //nolint:errcheck // it may not be there
			ts.Fatalf("discord %s %s: %v\n%s\n%s", verb, strings.Join(args, " "), err, c.log.String(), diary)
		}
	}
	switch verb {
	case "settle":
		n, err := strconv.Atoi(args[0])
		ts.Check(err)
		settle(ts, n)
	case "reacted":
		_, err := c.server.Wait(ctx, 0, func(e discordtest.Effect) bool {
			return e.Bot && e.Kind == discordtest.KindReact && e.Message == c.last && (e.Emoji == args[0] || e.Emoji == "✅")
		})
		fail(err)
	case "thread":
		re := regexp.MustCompile(args[0])
		e, err := c.server.Wait(ctx, 0, func(e discordtest.Effect) bool {
			return e.Kind == discordtest.KindThread && re.MatchString(e.Name)
		})
		fail(err)
		c.thread = e.Channel
	case "tagged":
		tags := c.server.Tags(c.scene.Projects)
		i := slices.IndexFunc(tags, func(t discordtest.Tag) bool { return t.Name == args[0] })
		_, err := c.server.Wait(ctx, 0, func(e discordtest.Effect) bool {
			return e.Bot && e.Kind == discordtest.KindChannel && strings.Contains(string(e.Body), strconv.Quote(tags[i].ID))
		})
		fail(err)
	case "threads":
		n := 0
		for _, e := range c.server.History() {
			if e.Bot && e.Kind == discordtest.KindThread {
				n++
			}
		}
		if strconv.Itoa(n) != args[0] {
			ts.Fatalf("%d threads were opened, want %s", n, args[0])
		}
	case "file":
		re := regexp.MustCompile(args[0])
		e, err := c.server.Wait(ctx, 0, func(e discordtest.Effect) bool {
			return e.Bot && slices.ContainsFunc(e.Files, func(f discordtest.File) bool { return re.MatchString(f.Name) })
		})
		fail(err)
		ts.Check(os.MkdirAll(ts.MkAbs("got"), 0o700))
		for _, f := range e.Files {
			ts.Check(os.WriteFile(ts.MkAbs(filepath.Join("got", filepath.Base(f.Name))), f.Data, 0o600))
		}
	case "once":
		c.once(ts, "")
	case "answered":
		e, err := c.response(ctx)
		fail(err)
		if re := regexp.MustCompile(args[0]); !re.MatchString(e.Content) && !re.Match(e.Embeds) && !re.Match(e.Components) {
			ts.Fatalf("the answer is %q, want %s", e.Content, args[0])
		}
	case "exactly":
		c.exact(ts, args[0])
	case "status":
		re := regexp.MustCompile(args[0])
		for until := time.Now().Add(patience); ; <-time.After(100 * time.Millisecond) {
			ts.Check(ts.Exec("frasier", "status", "-json"))
			if re.MatchString(ts.ReadFile("stdout")) {
				return
			}
			if time.Now().After(until) {
				ts.Fatalf("never within %s in status: %s\n%s", patience, args[0], c.log.String())
			}
		}
	case "wait":
		last := c.mark
		for _, words := range args {
			e, err := c.server.Wait(ctx, c.mark, said(words))
			fail(err)
			last = max(last, e.N)
		}
		c.mark = last
	case "replied":
		is := said(args[0])
		e, err := c.server.Wait(ctx, 0, func(e discordtest.Effect) bool {
			return is(e) && e.Reply == c.last && slices.Contains(e.Pings, c.scene.Founder)
		})
		fail(err)
		c.mark = e.N
	case "stands":
		c.stands(ts, args[0], said(args[1]))
	case "seen":
		want, err := strconv.Atoi(args[0])
		ts.Check(err)
		n, is := 0, said(args[1])
		for _, e := range c.server.History() {
			if is(e) {
				n++
			}
		}
		if n != want {
			ts.Fatalf("the bot said %q %d times, want %d, in all:\n%s\n%s", args[1], n, want, strings.Join(c.before(), "\n"), c.log.String())
		}
	}
}
