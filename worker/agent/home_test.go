package agent_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/worker/agent"
	"github.com/frasier-cos/frasier/worker/fence"
)

// A program that was there before left links in its home: what they lead to stays as it was.
func TestAHomeIsWrittenBehindNoLink(t *testing.T) {
	for at, to := range map[string]string{".codex/config.toml": "config.toml", ".codex": "."} {
		out, dir := t.TempDir(), t.TempDir()
		mine := filepath.Join(out, "config.toml")
		home := filepath.Join(dir, "home")
		if err := os.WriteFile(mine, []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(home, at)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(filepath.Join(out, to), filepath.Join(home, at)); err != nil {
			t.Fatal(err)
		}
		p, _ := agent.ProfileOf(coding.CoderCodex)
		if _, err := agent.Start(t.Context(), agent.Task{
			Fence: &fence.Fence{}, Profile: p, Installed: agent.Installed{Dir: filepath.Join(dir, "agent")}, Work: dir, Scratch: dir, Home: home, Socket: filepath.Join(dir, "none"), Limit: time.Second, Log: slog.New(slog.DiscardHandler),
		}); err == nil {
			t.Fatal("an agent that is not there was started")
		}
		if raw, err := os.ReadFile(mine); err != nil || string(raw) != "mine" {
			t.Errorf("through %s, a file outside became %q, %v", at, raw, err)
		}
	}
}
