package cmd_test

import (
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/frasier-cos/frasier/internal/testing/discordtest"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// TestDiscordKilled kills bot or worker with kill -9 at a point of its way
// while a founder in Discord waits. What he has before him in the end is the
// same each time: nothing twice, nothing missing. "delivered" is between the
// sending of a message and its record.
func TestDiscordKilled(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ role, point string }{
		{"bot", "save-message#1"},
		{"bot", "save-message:committed#1"},
		{"bot", "save-turn:committed#1"},
		{"bot", "open-thread#1"},
		{"bot", "tell:committed#2"},
		{"bot", "delivered#1"},
		{"bot", "delivered#2"},
		{"bot", "delivered#5"},
		{"bot", "delivered#3"},
		{"bot", "delivered#4"},
		{"worker", "planning#1"},
		{"worker", "save-plan:committed#1"},
		{"worker", "before finish#2"},
		{"worker", "finish:committed#3"},
	} {
		if !testlevel.Sample(c.role+c.point, 5) {
			continue
		}
		t.Run(c.role+" "+c.point, func(t *testing.T) {
			t.Parallel()
			p := scripts(t, "", "two")
			p.Files = []string{"testdata/discord-killed.txtar"}
			p.Cmds["discord"] = inDiscord
			inFile := p.Setup
			p.Setup = func(e *testscript.Env) error {
				e.Setenv("ROLE", c.role)
				e.Setenv("OTHER", map[string]string{"bot": "worker", "worker": "bot"}[c.role])
				e.Setenv("POINT", c.point)
				return inFile(e)
			}
			testscript.Run(t, p)
		})
	}
}

// died waits until a process was killed at its STORY_CRASH.
func (c *visit) died(ts *testscript.TestScript, p *post) {
	select {
	case <-p.done:
		if !wasKilled(p.err) {
			ts.Fatalf("%s was to be killed: %v\n%s", p.name, p.err, c.log.String())
		}
	case <-time.After(patience):
		c.end(ts, p, syscall.SIGKILL)
		ts.Fatalf("%s never came to where it is to be killed:\n%s", p.name, c.log.String())
	}
}

// compare checks that the founder has before him what a file lists: a line for
// each message, in any order.
func (c *visit) compare(ts *testscript.TestScript, file string) {
	want := strings.FieldsFunc(ts.ReadFile(file), func(r rune) bool { return r == '\n' })
	slices.Sort(want)
	if diff := cmp.Diff(want, c.before()); diff != "" {
		ts.Fatalf("what the founder has before him (- wanted, + there):\n%s\n%s", diff, c.log.String())
	}
}

// before lists the bot's messages as they stand, sorted: the place, the first
// line without figures, the files. Of a card, which counts while work goes on,
// only that it is there.
func (c *visit) before() []string {
	places := map[string]string{c.scene.Chief: "chief", c.scene.DM: "dm", c.scene.Log: "log", c.scene.General: "general"}
	messages := map[string]string{}
	for _, e := range c.server.History() {
		switch {
		case e.Kind == discordtest.KindThread:
			places[e.Channel] = "thread " + e.Name
		case e.Kind == discordtest.KindDelete:
			delete(messages, e.Message)
		case e.Bot && !e.Private && (e.Kind == discordtest.KindMessage || e.Kind == discordtest.KindEdit):
			first, _, _ := strings.Cut(strings.ReplaceAll(e.Content, "<@"+c.scene.Founder+">", "@founder"), "\n")
			line := places[e.Channel] + ": " + first
			if card := regexp.MustCompile(`^.*\(p\d+\): (?:planning|working|paused|done)`).FindString(line); card != "" {
				line = places[e.Channel] + ": a card"
			}
			for _, f := range e.Files {
				line += " + " + f.Name
			}
			messages[e.Message] = line
		}
	}
	out := make([]string, 0, len(messages))
	for _, line := range messages {
		out = append(out, line)
	}
	slices.Sort(out)
	return out
}
