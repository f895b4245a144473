package discord_test

import (
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/discord"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
	"github.com/frasier-cos/frasier/internal/testing/orgtest"
)

const ownKey = "BSA-office-7d6c5b4a3f2e1d0c"

// planted is a secret that something hostile wants to have said, and the part
// of it that nobody may see.
type planted struct{ form, text, value string }

// everywhere says secrets in all ways in which something is said.
func (o *fixture) everywhere(all, few, one string) {
	o.Helper()
	p := o.project(o.Chief, "Market study")
	add := func(kind reports.DeliveryKind, p org.ProjectID, body string, card org.Card, files ...org.File) {
		o.say(reports.Delivery{
			Key: body, Channel: org.Channel{ID: o.Chief}, Project: p, Kind: kind, Title: strings.Repeat("x", 80) + " " + one, Body: body, Card: card, Files: files,
		})
	}
	add(reports.DeliverReply, "", "reply "+all, org.Card{})
	add(reports.DeliverDigest, "", "digest "+few, org.Card{Slot: "digest"})
	add(reports.DeliverMoney, "", "alert "+few, org.Card{})
	add(reports.DeliverEscalation, p, "decision "+few, org.Card{As: one, Menu: &org.Menu{Label: one, Command: "pick", Choices: []org.Choice{{Label: one, Value: "v"}}}})
	add(reports.DeliverResult, p, "result "+few, org.Card{}, org.File{Name: one + ".md", Data: []byte("# Result of " + ownKey + "\n")})
	add(reports.DeliverNotice, "", "file "+strings.Repeat("word ", 4000)+all, org.Card{})   // the whole becomes a file
	add(reports.DeliverNotice, "", "parts "+strings.Repeat("word ", 370)+pem(), org.Card{}) // cut within it, if it were left
	o.pass(time.Minute)                                                                     // what waits for its full form goes as it is
	for _, said := range []string{"card", "edit"} {
		add(reports.DeliverCard, p, said+" "+few, org.Card{Slot: "card", Buttons: []org.Button{
			{Label: one, Command: "status"}, {Label: strings.Repeat("x", 70) + " " + one, Command: "why"}, {Label: "Ask", Ask: one, Command: "steer " + one},
		}})
		o.drained()
	}
}

// pem is a private key of many lines.
func pem() string {
	return "-----BEGIN PRIVATE KEY-----\n" + strings.Repeat(strings.Repeat("a1B2", 16)+"\n", 26) + "-----END PRIVATE KEY-----"
}

// A secret of any form, or one of the bot's own, that a model puts into
// anything that is said never reaches Discord: not in a reply, a card and its
// edits, a digest, an alert, a title, a button or the name of a file.
func TestNoSecretReachesDiscord(t *testing.T) {
	t.Parallel()
	wide := discordtest.Limit{N: 1000, Per: time.Second}
	o := open(t, discordtest.Options{Lax: true, Limits: map[string]discordtest.Limit{
		"POST /channels/{channel_id}/messages": wide, "PATCH /channels/{channel_id}/messages/{message_id}": wide,
	}})
	o.secrets = []discord.Token{token(ownKey), token("short")}
	secrets := []planted{{"an own key", ownKey, ownKey}, {"Discord's token", o.server.Token(), o.server.Token()}, {"a private key", pem(), strings.Repeat("a1B2", 8)}}
	var all []string
	for _, s := range orgtest.Secrets(t) {
		secrets = append(secrets, planted{s.Form, s.Pasted, s.Value})
	}
	for _, s := range secrets[:2] {
		all = append(all, s.text)
	}
	for _, s := range secrets[3:] {
		all = append(all, s.text)
	}
	o.start()
	one := "ghp_" + strings.Repeat("a1B2", 9)
	o.everywhere("short of "+strings.Join(all, "\n"), "short of "+ownKey+"\n"+one, one)
	for _, what := range []string{"reply", "digest", "alert", "decision", "result", "card", "edit"} {
		want := what + " short of [secret removed: key of this bot]\n"
		o.await(want, func(e discordtest.Effect) bool { return strings.Contains(e.Content, want) })
	}
	for _, e := range o.server.History() {
		for _, f := range e.Files {
			for _, s := range secrets {
				if strings.Contains(f.Name+string(f.Data), s.value) {
					t.Errorf("the file %s holds %s", f.Name, s.form)
				}
			}
		}
	}
	for _, r := range o.server.Requests() {
		sent := r.Path + string(r.Body) + strings.ReplaceAll(string(r.Body), `\n`, "\n")
		for _, s := range secrets {
			if strings.Contains(sent, s.value) {
				t.Errorf("%s %s holds %s: %.300s", r.Method, r.Path, s.form, sent)
			}
		}
	}
}

// The answer to a command, what it suggests, and a form.
func TestNoSecretInAnAnswer(t *testing.T) {
	t.Parallel()
	o, b := commanded(t)
	secret := "ghp_" + strings.Repeat("a1B2", 9)
	b.reply = func(org.Command) (org.Reply, error) {
		return org.Reply{Text: "It is " + secret, Card: org.Card{Private: true, Buttons: []org.Button{{Label: secret, Command: "status"}}}}, nil
	}
	e := o.answered(o.server.Slash(o.Founder, o.Chief, "status", nil))
	if e.Content != "It is [secret removed: GitHub token]" {
		t.Errorf("answered %q", e.Content)
	}
	suggested := o.answered(o.server.Autocomplete(o.Founder, o.Chief, "status", "project", secret))
	if list, err := discordtest.Choices(suggested); err != nil || len(list) != 1 || !strings.Contains(list[0].Name, "secret removed") {
		t.Errorf("suggested %v, %v", list, err)
	}
	for _, r := range o.server.Requests() {
		if strings.Contains(string(r.Body), secret) {
			t.Errorf("%s %s holds the secret: %.300s", r.Method, r.Path, r.Body)
		}
	}
}

// BenchmarkCensor is what looking for secrets adds to a message.
func BenchmarkCensor(b *testing.B) {
	for name, text := range map[string]string{
		"short": "Good to hear from you.", "full": strings.Repeat("The price of barley rose: see https://example.com/a/b, in April 2026. ", 27),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := discord.Censored(text, ownKey); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
