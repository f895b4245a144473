package discord_test

import (
	"context"
	"strconv"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/discord"
)

type note string

func (n note) Note(context.Context, string, string) (string, error) { return string(n), nil }

func TestGone(t *testing.T) {
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	for age, want := range map[time.Duration]time.Duration{0: 0, 30 * time.Second: 0, 40 * time.Second: 0, 41 * time.Second: 41 * time.Second, time.Hour: time.Hour} {
		got, err := discord.Gone(t.Context(), note(strconv.FormatInt(now.Add(-age).UnixMicro(), 10)), now)
		if err != nil || got != want {
			t.Errorf("noted %s ago: gone for %s, %v; want %s", age, got, err, want)
		}
	}
	if got, err := discord.Gone(t.Context(), note(""), now); err != nil || got != 0 {
		t.Errorf("before the first connection: %s, %v; want 0", got, err)
	}
	if _, err := discord.Gone(t.Context(), note("x"), now); err == nil {
		t.Error("a note that is no time: no error")
	}
}
