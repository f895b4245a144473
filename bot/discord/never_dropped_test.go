package discord_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/discord"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

// Whatever Discord answers to it, a result is not dropped: it comes in a plainer
// form, elsewhere or directly, and waits when nothing of that is taken. The codes
// are those of Discord's documentation that have no meaning of their own here.
func TestNoAnswerOfDiscordsDropsAResult(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ status, code int }{
		{400, 160005}, {400, 160006}, {400, 30033}, {400, 50024}, {400, 50035}, {400, 240000}, {405, 0}, {413, 40005}, {422, 0}, {451, 0},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			t.Parallel()
			o := open(t, discordtest.Options{})
			o.start()
			o.ready()
			o.server.Break(discordtest.Fault{
				Method: "POST", Route: "/channels/{channel_id}/messages", Holds: "custom_id", Do: discordtest.DoError, Status: c.status, Code: c.code, Text: "No",
			})
			o.say(reports.Delivery{Key: "k1", Channel: org.Channel{ID: o.Chief}, Kind: reports.DeliverResult, Body: "The document", Card: org.Card{
				Buttons: []org.Button{{Label: "Accept", Command: "accept p1"}},
			}})
			o.say(reports.Delivery{Key: "k2", Channel: org.Channel{ID: o.Chief}, Kind: reports.DeliverNotice, Body: "another matter"})
			o.await("the document", func(e discordtest.Effect) bool { return strings.HasSuffix(e.Content, "The document") })
			o.await("what comes behind it", func(e discordtest.Effect) bool { return strings.HasSuffix(e.Content, "another matter") })
			o.drained()
			if n := len(o.events(org.EventDeliveryDropped)); n != 0 {
				t.Errorf("%d were given up", n)
			}
		})
	}
}

// Words that Discord takes in no form and from nobody wait out of line.
func TestAResultThatIsRefusedForItsWordsHoldsUpNothing(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.start()
	o.ready()
	o.server.Break(discordtest.Fault{
		Method: "POST", Route: "/channels/{channel_id}/messages", Holds: "unlucky words", Do: discordtest.DoError, Status: 400, Code: 240000, Text: "Message blocked by harmful links filter",
	})
	o.say(reports.Delivery{Key: "k1", Channel: org.Channel{ID: o.Chief}, Kind: reports.DeliverResult, Body: "unlucky words"})
	o.say(reports.Delivery{Key: "k2", Channel: org.Channel{ID: o.Chief}, Kind: reports.DeliverResult, Body: "the next result"})
	o.await("the next one", func(e discordtest.Effect) bool { return strings.HasSuffix(e.Content, "the next result") })
	if n := len(o.events(org.EventDeliveryDropped)); n != 0 {
		t.Errorf("%d were given up", n)
	}
	o.server.Mend()
	o.await("the first one", func(e discordtest.Effect) bool { return strings.HasSuffix(e.Content, "unlucky words") })
	o.drained()
}

// Files that are too large for Discord cost neither the words nor the documents that are not.
func TestWhatIsTooLargeIsLeftAwayAndNamed(t *testing.T) {
	t.Parallel()
	files := []org.File{{Name: "plan.png", Data: []byte("a picture")}, {Name: "report.docx", Data: []byte("a document")}}
	long := "The document. " + strings.Repeat("It is long. ", 150)
	for name, c := range map[string]struct {
		refused int // from so many files on
		body    string
		named   []string
	}{
		"all":           {1, "The document", []string{"plan.png", "report.docx"}},
		"the picture":   {2, "The document", []string{"plan.png"}},
		"without room":  {1, long, []string{"plan.png", "report.docx"}},
		"several parts": {1, long + long, []string{"plan.png", "report.docx"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := open(t, discordtest.Options{})
			o.start()
			o.ready()
			o.server.Break(discordtest.Fault{
				Method: "POST", Route: "/channels/{channel_id}/messages", Files: c.refused, Do: discordtest.DoError, Status: 413, Code: 40005, Text: "Request entity too large",
			})
			o.say(reports.Delivery{Key: "k1", Channel: org.Channel{ID: o.Chief}, Kind: reports.DeliverResult, Body: c.body, Files: files, Card: org.Card{
				Buttons: []org.Button{{Label: "Accept", Command: "accept p1"}},
			}})
			o.await("the words about it", func(e discordtest.Effect) bool { return strings.Contains(e.Content, "Too large for Discord: ") })
			o.drained()
			all := strings.Join(o.posted(o.Chief), "\n")
			for _, n := range c.named {
				if strings.Count(all, n) != 1 {
					t.Errorf("%s is not named once in\n%s", n, all)
				}
			}
			if got, want := strings.Count(all, "It is long."), strings.Count(c.body, "It is long."); got != want || strings.Count(all, "<@"+o.Founder+">") != 1 {
				t.Errorf("%d of %d sentences and its ping arrived:\n%s", got, want, all)
			}
			if _, _, err := o.server.WithButton("Accept"); err != nil {
				t.Error(err)
			}
			if n := len(o.posted(o.DM)); n != 0 {
				t.Errorf("%d messages went to the founder directly", n)
			}
		})
	}
}

// A message that is no more costs an answer to it the reference alone, though Discord
// says that the body is wrong.
func TestAnAnswerToWhatIsNoMoreKeepsItsPing(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.start()
	o.ready()
	id := o.server.Say(o.Founder, o.Chief, "hello")
	o.server.Break(discordtest.Fault{
		Method: "POST", Route: "/channels/{channel_id}/messages", Holds: "message_reference", Do: discordtest.DoError, Status: 400, Code: 50035, Text: "Invalid Form Body",
	})
	if _, err := o.session.Publish(t.Context(), reports.Delivery{
		ID: "d901", Key: "reply:m1", Channel: org.Channel{Transport: discord.Transport, ID: o.Chief}, Kind: reports.DeliverReply,
		Body: "The document", Answers: id, CreatedAt: time.Now(), Attempts: 1, Card: org.Card{Ping: true},
	}); err != nil {
		t.Fatal(err)
	}
	if got := o.posted(o.Chief); !slices.Equal(got, []string{"<@" + o.Founder + "> The document"}) {
		t.Errorf("said %q", got)
	}
}
