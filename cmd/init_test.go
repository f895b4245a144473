package cmd_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/app/botside"
	"github.com/frasier-cos/frasier/cmd/internal/cli"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

// A founder pastes the token, sends the code, and the bot starts with what was
// written: it hears that founder and nobody else.
func TestInitPairsTheFounder(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	d := discordtest.Start(t, discordtest.Options{})
	o := d.Scene()
	dir := t.TempDir()
	env := []string{"FRASIER_DISCORD_URL=" + d.API(), "FRASIER_HOME=" + filepath.Join(dir, "home"), "FRASIER_LLM=extractive", "FRASIER_LISTEN="}
	var said, log syncBuffer
	ended := make(chan int, 1)
	go func() {
		ended <- cli.Run(ctx, cli.Process{Args: []string{"init"}, Env: env, Dir: dir, In: strings.NewReader(d.Token() + "\n"), Out: &said, Err: &log})
	}()
	if err := d.WaitOp(ctx, "ready", 1); err != nil {
		t.Fatalf("init never connected: %v\n%s%s", err, said.String(), log.String())
	}
	code := regexp.MustCompile(`[2-9A-Z]{5}-[2-9A-Z]{5}`).FindString(said.String())
	if strings.Contains(said.String(), "discord.com") || !strings.Contains(said.String(), "application id") || strings.Contains(said.String(), d.Token()) {
		t.Errorf("init says of a server that is not Discord:\n%s", said.String())
	}
	d.Say(o.Founder, o.Chief, code)
	if got := <-ended; got != 0 {
		t.Fatalf("init: exit %d\n%s%s", got, said.String(), log.String())
	}
	if !regexp.MustCompile(`Hello \S*[A-Za-z]\S*! I.ve written this`).MatchString(said.String()) {
		t.Errorf("init does not name whom it paired with:\n%s", said.String())
	}
	raw, err := os.ReadFile(filepath.Join(dir, ".env"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"DISCORD_TOKEN=" + d.Token(), "FRASIER_FOUNDERS=" + o.Founder, "FRASIER_CHANNELS=" + o.Chief, "FRASIER_GUILD=" + o.Guild, "FRASIER_DISCORD_URL=" + d.API()} {
		if !strings.Contains(string(raw), want+"\n") {
			t.Errorf(".env lacks %s:\n%s", want, raw)
		}
	}
	inner, end := context.WithCancel(ctx)
	go func() { // as from a fresh shell: .env alone says which server
		ended <- botside.Run(inner, app.Process{Env: env[1:], Dir: dir, In: strings.NewReader(""), Out: &said, Log: &log})
	}()
	if err := d.WaitOp(ctx, "ready", 2); err != nil {
		t.Fatalf("the bot never connected: %v\n%s", err, log.String())
	}
	d.Say(o.Stranger, o.Chief, "hello")
	id := d.Say(o.Founder, o.Chief, "hello")
	if _, err := d.Wait(ctx, 0, func(e discordtest.Effect) bool { return e.Kind == discordtest.KindReact && e.Message == id }); err != nil {
		t.Errorf("the founder was not heard: %v\n%s", err, log.String())
	}
	end()
	if got := <-ended; got != 0 {
		t.Errorf("bot: exit %d\n%s", got, log.String())
	}
}

// What only the operator can put right ends the bot with 78 and says how.
func TestTheBotRefusesToStart(t *testing.T) {
	t.Parallel()
	off, reset := discordtest.Start(t, discordtest.Options{NoContent: true}), discordtest.Start(t, discordtest.Options{})
	for name, c := range map[string]struct {
		env  []string
		want string
	}{
		"no founder":      {[]string{"DISCORD_TOKEN=" + off.Token(), "FRASIER_DISCORD_URL=" + off.API()}, "frasier init"},
		"a name":          {[]string{"DISCORD_TOKEN=" + off.Token(), "FRASIER_FOUNDERS=ana"}, "Copy ID"},
		"intent off":      {[]string{"DISCORD_TOKEN=" + off.Token(), "FRASIER_DISCORD_URL=" + off.API(), "FRASIER_FOUNDERS=80351110224678912"}, "Message Content Intent"},
		"token was reset": {[]string{"DISCORD_TOKEN=another", "FRASIER_DISCORD_URL=" + reset.API(), "FRASIER_FOUNDERS=80351110224678912"}, "Reset Token"},
	} {
		ctx, stop := context.WithTimeout(t.Context(), patience)
		var out, log syncBuffer
		env := append(c.env, "FRASIER_HOME="+t.TempDir(), "FRASIER_LLM=extractive", "FRASIER_LISTEN=")
		code := botside.Run(ctx, app.Process{Env: env, Dir: t.TempDir(), In: strings.NewReader(""), Out: &out, Log: &log})
		stop()
		if code != 78 || !strings.Contains(log.String(), c.want) || strings.Contains(log.String(), "another") {
			t.Errorf("%s: exit %d, %q; want 78 and %q", name, code, log.String(), c.want)
		}
	}
}

// A bot is ready when it is connected to Discord, and not while it is not: its
// machine asks over HTTP.
func TestReadyMeansConnected(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	d := discordtest.Start(t, discordtest.Options{})
	o := d.Scene()
	for name, c := range map[string]struct {
		url  string
		want int
		says string
	}{
		"Discord is there": {d.API(), http.StatusOK, "ready"},
		"Discord is away":  {"http://127.0.0.1:1/api", http.StatusServiceUnavailable, "not connected to Discord"},
	} {
		t.Run(name, func(t *testing.T) {
			var conf net.ListenConfig
			l, err := conf.Listen(ctx, "tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			at := l.Addr().String()
			if err := l.Close(); err != nil {
				t.Fatal(err)
			}
			env := []string{
				"DISCORD_TOKEN=" + d.Token(), "FRASIER_DISCORD_URL=" + c.url, "FRASIER_FOUNDERS=" + o.Founder, "FRASIER_HOME=" + t.TempDir(), "FRASIER_LLM=extractive", "FRASIER_LISTEN=" + at,
			}
			var log syncBuffer
			inner, end := context.WithCancel(ctx)
			ended := make(chan int, 1)
			go func() {
				ended <- botside.Run(inner, app.Process{Env: env, Dir: t.TempDir(), In: strings.NewReader(""), Out: io.Discard, Log: &log})
			}()
			last := ""
			for inner.Err() == nil && !strings.HasPrefix(last, fmt.Sprint(c.want)) {
				last = get(inner, "http://"+at+"/readyz")
			}
			if !strings.Contains(last, c.says) {
				t.Errorf("/readyz: %q, want %q\n%s", last, c.says, log.String())
			}
			if alive := get(inner, "http://"+at+"/healthz"); !strings.HasPrefix(alive, "200") {
				t.Errorf("/healthz: %q, want 200: the loops turn", alive)
			}
			end()
			if got := <-ended; got != 0 {
				t.Errorf("bot: exit %d\n%s", got, log.String())
			}
		})
	}
}

// get returns the status and the text of a page.
func get(ctx context.Context, url string) string {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return err.Error()
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err.Error()
	}
	raw, err := io.ReadAll(res.Body)
	return fmt.Sprint(res.StatusCode, " ", string(raw), errors.Join(err, res.Body.Close()))
}
