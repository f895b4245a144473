package cmd_test

import (
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// TestConnectionsInEveryForm tells of trackers, pages, calendars, mail, programs that hear and order, and reminders with bot and worker in one process,
// and on PostgreSQL both ways, one in four of them and make proof all: TestDiscord tells each with bot and worker apart.
func TestConnectionsInEveryForm(t *testing.T) {
	testlevel.Need(t)
	for name, form := range map[string]string{"together": together, "server apart": "two", "server together": together} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := scripts(t, "", form)
			for _, story := range []string{"linear", "linear-orders", "page", "page-google", "calendar", "mail", "reminders", "webhooks", "hooks"} {
				if testlevel.Sample(story+" "+name, 8) {
					p.Files = append(p.Files, "testdata/discord/"+story+".txtar")
				}
			}
			if len(p.Files) == 0 {
				t.Fatal("no story was told in this form")
			}
			p.Cmds["discord"] = inDiscord
			if strings.HasPrefix(name, "server") {
				inSchema(t, &p, needServer(t), "FRASIER_DB")
			}
			testscript.Run(t, p)
		})
	}
}
