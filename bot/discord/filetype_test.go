package discord_test

import (
	"testing"

	"github.com/frasier-cos/frasier/bot/discord"
)

func TestFilesAreSentAsWhatTheyAre(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"report.pdf": "application/pdf", "plan.PNG": "image/png", "sheet.md": "text/markdown; charset=utf-8", "data.csv": "text/csv; charset=utf-8", "noname": "text/plain; charset=utf-8",
	} {
		if got := discord.FileType(name, []byte("words")); got != want {
			t.Errorf("%s is sent as %s, want %s", name, got, want)
		}
	}
}
