package discord_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/bot/discord"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

// calling is text that tries to call people.
func calling() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		piece := rapid.OneOf(rapid.SampledFrom([]string{
			"@everyone", "@here", "<@1>", "<@!1>", "<@&2>", "<#3>", "</status:4>", "<@", "@", ">", "\u200b", "`@everyone`", "```\n@here\n```", "\n", " ", "||@everyone||",
			"[@everyone](https://a.example)", "@\u0435veryone", "&lt;@1&gt;", `{"allowed_mentions":{"parse":["everyone"]}}`,
		}), rapid.StringN(0, 20, -1))
		return strings.Join(rapid.SliceOfN(piece, 1, 30).Draw(t, "pieces"), "")
	})
}

// quietly checks one body that is about to be sent: it calls nobody but the
// given founder.
func quietly(tb testing.TB, raw []byte, founder string) {
	tb.Helper()
	var b struct {
		Allowed *struct {
			Parse   []string `json:"parse"`
			Users   []string `json:"users"`
			Roles   []string `json:"roles"`
			Replied bool     `json:"replied_user"`
		} `json:"allowed_mentions"`
		TTS bool `json:"tts"`
	}
	if err := json.Unmarshal(raw, &b); err != nil {
		tb.Fatalf("%s: %v", raw, err)
	}
	if b.Allowed == nil || b.Allowed.Parse == nil || len(b.Allowed.Parse)+len(b.Allowed.Roles) != 0 || b.Allowed.Replied || b.TTS ||
		slices.ContainsFunc(b.Allowed.Users, func(u string) bool { return u != founder }) || !strings.Contains(string(raw), `"parse":[]`) {
		tb.Fatalf("a body that may call somebody: %s", raw)
	}
}

// every body says that it calls nobody, whatever its text.
func FuzzSendMentions(f *testing.F) {
	f.Add("@everyone", "", false)
	f.Add("<@&1> \"parse\":[\"everyone\"]", "Nadia @here", true)
	f.Fuzz(func(t *testing.T, text, as string, ping bool) {
		founder := ""
		if ping {
			founder = "100001"
		}
		for _, raw := range discord.Bodies(text, org.Card{As: as}, founder) {
			quietly(t, raw, founder)
		}
	})
}

func TestTenThousandTextsCallNobody(t *testing.T) {
	t.Parallel()
	const all = 10_000
	texts := calling()
	n := 0
	for seed := range all {
		for _, raw := range discord.Bodies(texts.Example(seed), org.Card{As: "a"}, "100001") {
			quietly(t, raw, "100001")
			n++
		}
	}
	if n < all {
		t.Errorf("%d bodies of %d texts", n, all)
	}
	t.Logf("texts=%d bodies=%d called=0", all, n)
}

// On the wire: messages, edits, threads, answers to commands and what
// follows them.
func TestNothingOnTheWireCallsAnybody(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	texts, n := calling(), 0
	next := func() string { n++; return texts.Example(n) + " ." }
	o.commands = discord.Commands{
		Specs: []syntax.Command{{Name: "status", Description: "how the work stands"}},
		Do: func(context.Context, org.Command) (org.Reply, error) {
			return org.Reply{Text: next() + strings.Repeat(" and so on", 500), Card: org.Card{Private: n%2 == 0}}, nil
		},
	}
	o.start()
	o.ready()
	o.await("commands", func(e discordtest.Effect) bool { return e.Kind == discordtest.KindCommands })
	for i := range 40 {
		o.say(reports.Delivery{Channel: org.Channel{ID: o.Chief}, Body: next(), Card: org.Card{Slot: "slot"}})
		o.say(reports.Delivery{Channel: org.Channel{ID: o.Chief}, Body: next(), Card: org.Card{Ping: i%3 == 0, As: next()}})
		if i%10 == 0 {
			where := []string{o.Chief, o.Projects}[i/10%2]
			o.say(reports.Delivery{Channel: org.Channel{ID: where}, Project: o.project(where, next()), Title: next(), Body: next()})
			o.answered(o.server.Slash(o.Founder, o.Chief, "status", nil))
		}
		o.drained()
	}
	o.close()
	kinds := map[string]int{}
	for _, r := range o.server.Requests() {
		body := r.Body
		var kind string
		switch path := regexp.MustCompile(`[0-9]{5,}|/[A-Za-z0-9._-]{30,}`).ReplaceAllString(r.Path, "#"); {
		case strings.HasSuffix(path, "/callback"):
			var v struct {
				Type int             `json:"type"`
				Data json.RawMessage `json:"data"`
			}
			if err := json.Unmarshal(body, &v); err != nil {
				t.Fatal(err)
			}
			if v.Type != 4 {
				continue
			}
			kind, body = "answer", v.Data
		case strings.HasSuffix(path, "/threads") && !strings.Contains(path, "/messages/"):
			var v struct {
				Message json.RawMessage `json:"message"`
			}
			if r.Method != http.MethodPost {
				continue
			}
			if err := json.Unmarshal(body, &v); err != nil {
				t.Fatal(err)
			}
			kind, body = "post", v.Message
		case strings.Contains(path, "/webhooks/"):
			kind = "follow-up"
		case r.Method == http.MethodPatch && strings.Contains(path, "/messages/"):
			kind = "edit"
		case r.Method == http.MethodPost && strings.HasSuffix(path, "/messages"):
			kind = "message"
		default:
			continue
		}
		kinds[kind]++
		quietly(t, body, o.Founder)
	}
	for _, k := range []string{"message", "edit", "post", "answer", "follow-up"} {
		if kinds[k] == 0 {
			t.Errorf("no %s was sent: %v", k, kinds)
		}
	}
	for _, e := range o.server.History() {
		if e.Bot && len(e.Pings) > 0 && !slices.Equal(e.Pings, []string{o.Founder}) {
			t.Errorf("called %v by %q", e.Pings, e.Content)
		}
	}
}

// On the wire: 200 shapes of an address that nobody knows, each beside one
// that the founder gave. Discord would fetch none of the first, and can follow
// every one of the second.
func TestTwoHundredCanaries(t *testing.T) {
	t.Parallel()
	o := open(t, discordtest.Options{})
	o.start()
	o.ready()
	addresses := []string{
		"https://evil.example/canary", "http://evil.example:8080/?q=canary", "HTTPS://EVIL.example/canary#x", "https://user:pw@evil.example/canary", "https://evil.example/a(b)canary",
		"https://evil.example/canary?u=https://good.example/page", "https://good.example@evil.example/canary", "https://good.example/page?canary", "https://[::1]/canary", "https://evil.example/%63anary/canary",
	}
	shapes := []string{
		"%s", "<%s>", "[x](%s)", "[x](<%s>)", "![x](%s)", "[%s](%s)", "`%s`", "``%s``", "```\n%s\n```", "[x](%s \"t\")",
		"> %s", "- %s", "# %s", "**%s**", "||%s||", "(%s)", "\"%s\"", "[x]: %s", "_%s_", "[a[b](%s)",
	}
	n := 0
	for _, a := range addresses {
		for _, s := range shapes {
			n++
			good := fmt.Sprintf("https://good.example/page/%d", n)
			o.server.Say(o.Founder, o.Chief, "Read "+good)
			o.answer(fmt.Sprintf("%d reads %s and\n%s", n, good, strings.ReplaceAll(s, "%s", a)))
			e := o.await("answer", func(e discordtest.Effect) bool { return strings.HasPrefix(e.Content, fmt.Sprint(n, " reads")) })
			for _, u := range e.Unfurl {
				if u != good {
					t.Errorf("of %q Discord would fetch %s", e.Content, u)
				}
			}
			if !slices.Contains(e.Unfurl, good) {
				t.Errorf("the good address cannot be followed in %q", e.Content)
			}
			if e.Flags&4 == 0 {
				t.Errorf("%q may have previews", e.Content)
			}
		}
	}
	t.Logf("shapes=%d canary hits=0", n)
}

// Whatever is split is whole when it is put together again.
func FuzzSplitMessage(f *testing.F) {
	f.Add("```go\n"+strings.Repeat("x", 500)+"\n```\n# Heading\n\n👩‍👩‍👧‍👦 e\u0301", uint16(200))
	f.Fuzz(func(t *testing.T, text string, size uint16) {
		limit := 120 + int(size)%1780
		shown, plain := discord.Split(text, limit)
		if got := strings.Join(plain, ""); got != text {
			t.Fatalf("the parts of %q are %q", text, got)
		}
		for i, s := range shown {
			if discord.Units(s) > limit || utf8.ValidString(text) && !utf8.ValidString(s) || plain[i] == "" {
				t.Fatalf("part %d of %q is %q", i, text, s)
			}
		}
	})
}

// FuzzURLPolicy: no address of another host survives, whatever stands around it.
func FuzzURLPolicy(f *testing.F) {
	f.Add("[x](", ")")
	f.Add("```", "``` `")
	f.Fuzz(func(t *testing.T, before, after string) {
		got := strings.ToLower(discord.Linked(before+"https://evil.example/canary"+after, []string{"https://good.example"}))
		if strings.Contains(got, "https://evil.example") {
			t.Fatalf("%q and %q gave %q", before, after, got)
		}
	})
}
