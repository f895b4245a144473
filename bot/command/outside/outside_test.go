package outside_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/command/outside"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	p := org.ProjectName{ID: "p3", Title: "Fees"}
	repo := coding.Repository{Name: "shop", Kind: coding.RepositoryURL, Source: "https://github.com/acme/shop", Ref: "main"}
	repo.Policy = coding.CodePolicy{Push: true, Pull: coding.PullReady, Cleanup: coding.CleanupPolicy{When: coding.CleanupMerged, Branch: true}}
	changes := []coding.StepChange{{Order: coding.CodeOrder{Repository: repo, Branch: "frasier/p3-fees"}}}
	plain := outside.Facts{Project: p}
	full := outside.Facts{
		Project: p, Changes: changes, Webhooks: 2, Issue: &outward.IssueOrder{Place: "github.com/acme/shop", Number: 12, Project: p.ID},
		Connections: []outward.Connection{{Name: "github", Service: outward.GitHub, Address: "https://github.com", Account: "acme-bot", On: true}},
		Permits:     []outward.Permit{{Project: p.ID, Sink: outward.SinkReady, Level: outward.LevelOff, By: "ada", At: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}},
		Actions: []outward.Action{
			{ID: "a2", Kind: outward.OpenPull, Effect: "A draft pull request in acme/shop at github.com:\n**Fees**", State: outward.Proposed},
			{ID: "a1", Kind: outward.TellPlan, Effect: "I say below acme/shop#12 at github.com, as acme-bot:\nI'm on it.", State: outward.Done, AllowedBy: "ada"},
		},
	}
	before := full
	linked := plain
	linked.Connections = append(full.Connections, outward.Connection{Name: "notion", Service: outward.Notion, On: true}, outward.Connection{Name: "linear", Service: outward.Linear, On: true})
	linked.Permits = []outward.Permit{{Sink: outward.SinkLinear, Level: outward.LevelAllowed, By: "ada", At: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}, {Project: p.ID, Sink: outward.SinkGoogle, Level: outward.LevelOff, By: "a founder"}}
	linked.Servers = []outward.ToolServer{{Name: "notes", On: true, Tools: []outward.Tool{{Server: "notes", Name: "search", State: outward.LevelAllowed}, {Server: "notes", Name: "add_note", State: outward.LevelAsk}}}, {Name: "old", Tools: []outward.Tool{{Server: "old", Name: "x", State: outward.LevelAllowed}}}}
	before.Actions, before.Permits, before.Connections = nil, nil, nil
	say := func(text string) wording.Message { return wording.Message{Text: text} }
	nountest.Golden(t,
		nountest.Example{Name: "what may be done, of a project without code", Message: outside.Rules(p, plain.Rules())},
		nountest.Example{Name: "what may be done", Message: outside.Rules(p, full.Rules())},
		nountest.Example{Name: "what may be done, with all that is connected", Message: outside.Rules(p, linked.Rules())},
		nountest.Example{Name: "nothing outside", Message: outside.Foreseen(p, plain.Foresee())},
		nountest.Example{Name: "before anything was done", Message: outside.Foreseen(p, before.Foresee())},
		nountest.Example{Name: "some of it done", Message: outside.Foreseen(p, full.Foresee())},
		nountest.Example{Name: "no such word", Message: say(outside.How("pulls", "maybe"))},
		nountest.Example{Name: "no tool of a server", Message: say(outside.WhichTool("notes", "allowed"))},
		nountest.Example{Name: "a tool that says something else by now", Message: say(outside.UnseenTool("notes", "search"))},
	)
}
