package discord_test

import (
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/bot/discord"
)

// whoever is no founder, in whatever way, is not heard. The rule is
// written here a second time, the other way round: all that must hold.
func TestAuthorisationMatrix(t *testing.T) {
	t.Parallel()
	const us, founder, other = "900001", "100001", "100002"
	rules := []discord.Rules{
		{Founders: []string{founder}},
		{Founders: []string{founder, other}, Guild: "200001"},
		{Founders: []string{us, founder}, Guild: "200001", Channels: []string{"300001"}},
		{},
	}
	rapid.Check(t, func(t *rapid.T) {
		for range 100 {
			r := rapid.SampledFrom(rules).Draw(t, "rules")
			kind := rapid.SampledFrom([]string{"message", "edit", "delete", "interaction", "thread", "reaction", "", "member"}).Draw(t, "kind")
			author := rapid.SampledFrom([]string{founder, other, us, "", "Founder", "1000010", "10000", "@everyone"}).Draw(t, "author")
			guild := rapid.SampledFrom([]string{"", "200001", "200002"}).Draw(t, "guild")
			bot, hook := rapid.Bool().Draw(t, "bot"), rapid.Bool().Draw(t, "webhook")
			typ := rapid.IntRange(0, 40).Draw(t, "type")
			want := !bot && !hook && author != us && author != "" && slices.Contains(r.Founders, author) && (guild != "200002" || r.Guild == "")
			switch kind {
			case "message", "edit":
				want = want && (typ == 0 || typ == 19)
			case "delete", "interaction", "thread":
			default:
				want = false
			}
			if got := r.Admits(us, discord.Seen{Kind: kind, Author: author, Guild: guild, Bot: bot, Webhook: hook, Type: typ}); got != want {
				t.Fatalf("rules %+v: %s of %q (bot %v, webhook %v, type %d) in %q admitted: %v, want %v", r, kind, author, bot, hook, typ, guild, got, want)
			}
		}
	})
}

func TestWhatIsMeantForUs(t *testing.T) {
	t.Parallel()
	listed := discord.Rules{Channels: []string{"1"}}
	anywhere := discord.Rules{}
	for _, c := range []struct {
		name             string
		rules            discord.Rules
		place            discord.Place
		us, others, ours bool
		want             bool
	}{
		{"listed channel", listed, discord.Place{ID: "1", Guild: "g"}, false, false, false, true},
		{"another channel", listed, discord.Place{ID: "2", Guild: "g"}, false, false, false, false},
		{"another channel, mention", listed, discord.Place{ID: "2", Guild: "g"}, true, false, false, true},
		{"a project's thread", listed, discord.Place{ID: "7", Guild: "g", Parent: "2", Type: 11}, false, false, true, true},
		{"a thread of a listed channel", listed, discord.Place{ID: "7", Guild: "g", Parent: "1", Type: 11}, false, false, false, true},
		{"a channel in a category of that number", listed, discord.Place{ID: "7", Guild: "g", Parent: "1"}, false, false, false, false},
		{"direct", listed, discord.Place{ID: "9", Type: 1}, false, false, false, true},
		{"no list", anywhere, discord.Place{ID: "2", Guild: "g"}, false, false, false, true},
		{"no list, to somebody else", anywhere, discord.Place{ID: "2", Guild: "g"}, false, true, false, false},
	} {
		if got := c.rules.Addressed(c.place, c.us, c.others, c.ours); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// Everything that comes in takes the one way past the gate: one file hands
// events on.
func TestOnlyOneFileTakesEvents(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	var takers []string
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(gotoken.NewFileSet(), f, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok && strings.HasPrefix(s.Sel.Name, "AddHandler") && !slices.Contains(takers, f) {
				takers = append(takers, f)
			}
			return true
		})
	}
	if len(takers) != 1 || takers[0] != "gateway.go" {
		t.Errorf("events are taken in %v, want gateway.go alone", takers)
	}
}
