package cmd_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

// stands checks how many messages of the bot are so now, after all that was edited.
func (c *visit) stands(ts *testscript.TestScript, number string, is func(discordtest.Effect) bool) {
	want, err := strconv.Atoi(number)
	ts.Check(err)
	now := map[string]discordtest.Effect{}
	for _, e := range c.server.History() {
		if e.Bot && (e.Kind == discordtest.KindMessage || e.Kind == discordtest.KindEdit) {
			now[e.Message] = e
		}
	}
	n := 0
	for _, e := range now {
		if is(e) {
			n++
		}
	}
	if n != want {
		ts.Fatalf("%d messages are so, want %d, in all:\n%s\n%s", n, want, strings.Join(c.before(), "\n"), c.log.String())
	}
}

// once checks that no text was sent twice to the same place, but for those that
// hold except, if it is not empty.
func (c *visit) once(ts *testscript.TestScript, except string) {
	seen := map[string]bool{}
	for _, e := range c.server.History() {
		key := e.Channel + e.Content
		if e.Bot && e.Kind == discordtest.KindMessage && e.Content != "" && e.Content != seeBelow && seen[key] && (except == "" || !strings.Contains(e.Content, except)) {
			ts.Fatalf("the bot said twice: %q", e.Content)
		}
		seen[key] = seen[key] || e.Bot && e.Kind == discordtest.KindMessage
	}
}

// said is a message of the bot, or its edit, with such a text, or such words
// on its buttons or in its embeds.
func said(pattern string) func(discordtest.Effect) bool {
	re := regexp.MustCompile(pattern)
	return func(e discordtest.Effect) bool {
		return e.Bot && (e.Kind == discordtest.KindMessage || e.Kind == discordtest.KindEdit) &&
			(re.MatchString(e.Content) || re.Match(e.Embeds) || re.Match(e.Components))
	}
}

// few checks how much the bot has said since what the story waited for last: few MESSAGES PINGS,
// each a number that is not to be exceeded. A message is what somebody is shown as new; one that
// only who pressed or typed sees is none.
func (c *visit) few(ts *testscript.TestScript, messages, pings string) {
	most, err := strconv.Atoi(messages)
	ts.Check(err)
	calls, err := strconv.Atoi(pings)
	ts.Check(err)
	var said []string
	called := 0
	for _, e := range c.server.Since(c.mark) {
		if !e.Bot || e.Kind != discordtest.KindMessage || e.Private {
			continue
		}
		said = append(said, e.Content+string(e.Embeds))
		if slices.Contains(e.Pings, c.scene.Founder) {
			called++
		}
	}
	if len(said) == 0 || len(said) > most || called > calls {
		ts.Fatalf("the bot said %d messages with %d pings, want at most %d with %d, and one at least:\n%s", len(said), called, most, calls, strings.Join(said, "\n---\n"))
	}
}
