package messages_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
)

var updateDiscord = flag.Bool("update-discord", false, "write testdata/discord.golden anew")

// discordMessages are all messages about Discord itself, with what they depend
// on.
func discordMessages() []string {
	at := time.Unix(1_790_000_000, 0)
	return []string{
		messages.DiscordAway(at, at.Add(12*time.Minute), 1, false),
		messages.DiscordAway(at, at.Add(12*time.Minute), 2, false),
		messages.DiscordAway(at, at.Add(30*time.Hour), 100, true),
		messages.DiscordNoText(),
		messages.DiscordOnlyText(),
		messages.DiscordBroke(),
		messages.DiscordDone(),
		messages.DiscordNothingToSay(),
		messages.DiscordAskAgain(),
		messages.DiscordNotYours(),
		messages.DiscordNoCommands(),
		messages.DiscordNoForm("steer p1"),
		messages.DiscordTooLarge([]string{"report.pdf (31.0 MB)", "data.csv (12.5 MB)"}),
		messages.DiscordRest("message.md"),
		messages.DiscordPaired(),
		messages.DiscordElsewhere("123", "Missing Access"),
		messages.DiscordBlocked("reannounce d7"),
		messages.DiscordBlocked(""),
		messages.DiscordUnsent("Market sheet is ready", "reannounce d7"),
		messages.DiscordUnsent("Which city first?", ""),
		messages.DiscordReferences([]string{"[1](https://discord.com/channels/1/2/3)", "[2](https://discord.com/channels/1/2/4)"}),
		messages.DiscordOutage(),
		messages.DiscordOutageOver(40 * time.Second),
		messages.DiscordOutageOver(12 * time.Minute),
		messages.DiscordFileCount("notes.txt", 25),
		messages.DiscordFileSize("film.mp4", 80, 25, 50),
		messages.DiscordFileAddress("notes.txt"),
		messages.DiscordFileLost("notes.txt", "the server answers 404 Not Found"),
	}
}

func TestDiscordGolden(t *testing.T) {
	got := strings.Join(discordMessages(), "\n\n") + "\n"
	path := filepath.Join("testdata", "discord.golden")
	if *updateDiscord {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("messages differ from %s; read them aloud, then run with -update-discord:\n%s", path, got)
	}
}
