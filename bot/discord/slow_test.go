package discord_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/outbox"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

// As many places as senders less one answer slowly, then break, as an archived thread
// does. What is said elsewhere goes out meanwhile, each place keeps its order, and
// nothing is said twice.
func TestASlowChannelHoldsBackNoOther(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.senders = outbox.AtOnce - 1
	o.start()
	o.ready()
	const slow, lines = outbox.AtOnce - 1, 3
	var threads []string
	var projects []org.ProjectID
	for n := range slow {
		p := o.project(o.Chief, fmt.Sprint("Barley ", n))
		o.say(reports.Delivery{Key: fmt.Sprint("begin", n), Channel: org.Channel{ID: o.Chief}, Project: p, Title: fmt.Sprint("Barley ", n), Body: fmt.Sprintf("begun %d.", n)})
		threads, projects = append(threads, o.threadOf(fmt.Sprintf("begun %d.", n))), append(projects, p)
	}
	o.drained()
	const late = 6 * time.Second
	for _, thread := range threads {
		o.server.Break(discordtest.Fault{Method: "POST", Route: "/messages", Holds: "/channels/" + thread + "/", Do: discordtest.DoSlow, Delay: late, Times: 1})
		o.server.Break(discordtest.Fault{Method: "POST", Route: "/messages", Holds: "/channels/" + thread + "/", Do: discordtest.Do500, After: true, Times: 1})
	}
	for n, p := range projects {
		for line := range lines {
			o.say(reports.Delivery{Key: fmt.Sprint("line", n, line), Channel: org.Channel{ID: o.Chief}, Project: p, Body: fmt.Sprintf("line %d of %d", line, n)})
		}
	}
	<-time.After(late / 6) // all of them hang now
	began := time.Now()
	for n, channel := range []string{o.Chief, o.General, o.DM, o.Chief} {
		text := fmt.Sprint("answer ", n)
		o.say(reports.Delivery{Channel: org.Channel{ID: channel}, Body: text})
		o.await(text, func(e discordtest.Effect) bool { return e.Channel == channel && e.Content == text })
	}
	if took := time.Since(began); took > late/2 {
		t.Errorf("four answers elsewhere took %v while %d threads were slow", took, slow)
	}
	o.drained()
	for n, thread := range threads {
		var want []string
		for line := range lines {
			want = append(want, fmt.Sprintf("line %d of %d", line, n))
		}
		got := slices.DeleteFunc(o.posted(thread), func(s string) bool { return !strings.HasPrefix(s, "line ") })
		if !slices.Equal(got, want) {
			t.Errorf("thread %d shows %q, want %q", n, got, want)
		}
	}
}
