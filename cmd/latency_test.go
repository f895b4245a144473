package cmd_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/frasier-cos/frasier/internal/testing/discordtest"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
)

// BenchmarkLatency is what the office adds to a reply in Discord: the time from
// a founder's message to the answer of the real bot, with a model that answers
// at once, less that of an echo bot on discordgo that only sends the words back
// (goal: below 300 ms). Both sit at a Discord of their own on loopback and are
// asked in turn.
func BenchmarkLatency(b *testing.B) {
	const asked = 200
	echo, ours := echoing(b), answering(b, llmtest.Options{})
	median := func(all []time.Duration) time.Duration { return all[len(all)/2] }
	p99 := func(all []time.Duration) time.Duration { return all[len(all)*99/100] }
	for b.Loop() {
		var bare, whole []time.Duration
		for n := range asked {
			text := fmt.Sprintf("What do you think of plan %d?", n)
			bare = append(bare, echo.ask(b, text))
			whole = append(whole, ours.ask(b, text))
		}
		slices.Sort(bare)
		slices.Sort(whole)
		for _, m := range []struct {
			name string
			took time.Duration
		}{
			{"ms-echo-median", median(bare)},
			{"ms-echo-p99", p99(bare)},
			{"ms-ours-median", median(whole)},
			{"ms-ours-p99", p99(whole)},
			{"ms-added-median", median(whole) - median(bare)},
			{"ms-added-p99", p99(whole) - p99(bare)},
		} {
			b.ReportMetric(float64(m.took.Microseconds())/1000, m.name)
		}
	}
}

// BenchmarkChannels is how long a founder waits who writes in three channels at
// once while a call of the model takes two seconds (goal: below 5 s until the last
// answer). A message takes two calls, one after the other.
func BenchmarkChannels(b *testing.B) {
	ours := answering(b, llmtest.Options{Latency: 2 * time.Second})
	for n := 0; b.Loop(); n++ {
		began := time.Now()
		var all sync.WaitGroup
		for _, channel := range []string{ours.scene.Chief, ours.scene.General, ours.scene.DM} {
			all.Go(func() { ours.askIn(b, channel, fmt.Sprintf("What do you think of plan %d?", n)) })
		}
		all.Wait()
		b.ReportMetric(time.Since(began).Seconds(), "s-until-the-last")
	}
}

// asked is a Discord with one bot in it.
type asked struct {
	server *discordtest.Server
	scene  discordtest.Scene
}

func served(b *testing.B) asked {
	b.Helper()
	s, err := discordtest.New(discordtest.Options{})
	if err != nil {
		b.Fatal(err)
	}
	stop, err := s.Serve(context.WithoutCancel(b.Context()), "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(stop)
	return asked{s, s.Scene()}
}

// ready waits until the bot listens.
func (a asked) ready(b *testing.B) {
	b.Helper()
	ctx, stop := context.WithTimeout(b.Context(), patience)
	defer stop()
	if err := a.server.WaitOp(ctx, "ready", 1); err != nil {
		b.Fatal("the bot is not ready:", err)
	}
}

// ask says something to the chief and returns how long its answer took.
func (a asked) ask(b *testing.B, text string) time.Duration {
	b.Helper()
	return a.askIn(b, a.scene.Chief, text)
}

func (a asked) askIn(b *testing.B, channel, text string) time.Duration {
	b.Helper()
	ctx, stop := context.WithTimeout(b.Context(), patience)
	defer stop()
	before := len(a.server.History())
	began := time.Now()
	if a.server.Say(a.scene.Founder, channel, text) == "" {
		b.Error("nothing was said")
	}
	_, err := a.server.Wait(ctx, before, func(e discordtest.Effect) bool {
		return e.Bot && e.Kind == discordtest.KindMessage && e.Channel == channel
	})
	if err != nil {
		b.Errorf("%q was not answered: %v", text, err)
	}
	return time.Since(began)
}

// toward sends discordgo's calls to the fake, whatever host they name.
type toward struct {
	root string
	way  *http.Transport
}

// RoundTrip sends one call.
func (t toward) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = "http", strings.TrimPrefix(t.root, "http://"), ""
	return t.way.RoundTrip(r)
}

// echoing is a Discord whose bot sends back what it hears.
func echoing(b *testing.B) asked {
	b.Helper()
	a := served(b)
	g, err := discordgo.New("Bot " + a.server.Token())
	if err != nil {
		b.Fatal(err)
	}
	g.Client = &http.Client{Transport: toward{a.server.Root(), &http.Transport{}}}
	g.ShouldReconnectOnError = false
	g.Identify.Intents = discordgo.IntentsGuilds | discordgo.IntentsGuildMessages | discordgo.IntentsMessageContent
	g.AddHandler(func(g *discordgo.Session, m *discordgo.MessageCreate) {
		if m.Author.Bot {
			return
		}
		if _, err := g.ChannelMessageSend(m.ChannelID, m.Content); err != nil {
			b.Error(err)
		}
	})
	if err := g.Open(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := g.Close(); err != nil {
			b.Error(err)
		}
	})
	a.ready(b)
	return a
}

// answering is a Discord whose bot is the product's.
func answering(b *testing.B, o llmtest.Options) asked {
	b.Helper()
	a, dir, home := served(b), built(b), b.TempDir()
	model, err := llmtest.New(o)
	if err != nil {
		b.Fatal(err)
	}
	url, stop, err := model.Serve(context.WithoutCancel(b.Context()), "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(stop)
	c := exec.CommandContext(context.WithoutCancel(b.Context()), filepath.Join(dir, "bot"))
	c.Dir = home
	c.Env = []string{
		"HOME=" + home, "PATH=" + os.Getenv("PATH"), "FRASIER_HOME=" + home, "FRASIER_LISTEN=", "FRASIER_LLM_URL=" + url, "OPENROUTER_API_KEY=a key",
		"DISCORD_TOKEN=" + a.server.Token(), "FRASIER_FOUNDERS=" + a.scene.Founder, "FRASIER_CHANNELS=" + a.scene.Chief + "," + a.scene.General, "FRASIER_DISCORD_URL=" + a.server.API(),
	}
	c.Stdout, c.Stderr = io.Discard, os.Stderr
	p := &child{Cmd: c}
	if err := c.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { p.end(b) })
	a.ready(b)
	return a
}
