package command_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/bot/command/browser"
	"github.com/frasier-cos/frasier/internal/org"
)

// A link to the dashboard opens it for whoever holds it: it stands in no record, and a
// program, whose token may be taken away, gets none.
func TestALinkToTheDashboardIsNotKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "frasier.db")
	o := fixtureIn(t, path)
	asked := 0
	o.handler.Link = func(context.Context, string, string) (string, bool, error) {
		asked++
		return "http://127.0.0.1:8787/enter#THE-CODE", false, nil
	}
	if got := o.do(org.Command{Origin: "the-first-one", Line: "dashboard"}); !strings.Contains(got.Text, "THE-CODE") || !got.Card.Private {
		t.Errorf("the founder is told %+v", got)
	}
	kept := ""
	for _, end := range []string{"", "-wal"} {
		raw, err := os.ReadFile(path + end)
		if err != nil {
			t.Fatal(err)
		}
		kept += string(raw)
	}
	if strings.Contains(kept, "THE-CODE") || !strings.Contains(kept, "the-first-one") {
		t.Error("the database holds the link, or not even the command")
	}
	got := o.do(org.Command{Origin: "d2", Line: "dashboard", Channel: org.Channel{Transport: "api", ID: "wall"}})
	if got.Text != browser.DashboardRefused().Text || asked != 1 {
		t.Errorf("a program is told %q, and %d links were made, want one", got.Text, asked)
	}
}
