package discord_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/discord"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

// p99 is the 99th percentile.
func p99(all []time.Duration) time.Duration {
	slices.Sort(all)
	return all[len(all)*99/100]
}

// BenchmarkIntake measures from the moment in which the server sends a
// message's event to its commit in the inbox (goal: p99 below 20 ms), and to
// the request that puts the eyes on it (goal: below 50 ms).
func BenchmarkIntake(b *testing.B) {
	o := open(b, discordtest.Options{})
	o.storedAt = make(chan time.Time, 1)
	o.start()
	o.ready()
	o.still(o.Chief)
	<-o.storedAt
	var inbox, eyes []time.Duration
	for i := 0; b.Loop(); i++ {
		n := len(o.server.Requests())
		began := time.Now()
		id := o.server.Say(o.Founder, o.Chief, "message "+strconv.Itoa(i))
		inbox = append(inbox, (<-o.storedAt).Sub(began))
		r, err := o.server.WaitRequest(o.within(), n, func(r discordtest.Request) bool {
			return r.Method == http.MethodPut && strings.Contains(r.Path, id)
		})
		if err != nil {
			b.Fatal(err)
		}
		eyes = append(eyes, r.Time.Sub(began))
	}
	b.ReportMetric(float64(p99(inbox).Microseconds()), "µs-to-inbox-p99")
	b.ReportMetric(float64(p99(eyes).Microseconds()), "µs-to-eyes-p99")
}

// BenchmarkReady measures from the start to READY (goal: below 1 s).
func BenchmarkReady(b *testing.B) {
	o := open(b, discordtest.Options{})
	for b.Loop() {
		o.start()
		o.ready()
		b.StopTimer()
		o.close()
		b.StartTimer()
	}
}

// BenchmarkMemory measures how much more memory is in use after 100 000
// messages of strangers and a hundredth of founders (goal: below 5 MB).
func BenchmarkMemory(b *testing.B) {
	const all = 100_000
	o := open(b, discordtest.Options{})
	for b.Loop() {
		session, err := discord.New(o.options())
		if err != nil {
			b.Fatal(err)
		}
		take, wait := session.Feed(b.Context(), func(context.Context, org.Message) error { return nil })
		say := func(from, n int) {
			for i := from; i < from+n; i++ {
				author := o.Stranger
				if i%100 == 0 {
					author = o.Founder
				}
				take("MESSAGE_CREATE", fmt.Appendf(nil, `{"id":"%d","channel_id":"%s","guild_id":"%s","type":0,"content":"a message of some length, number %d","author":{"id":"%s"},"mentions":[],"attachments":[]}`,
					10_000_000+i, []string{o.Chief, o.General, o.Scene.Log, o.DM}[i%4], o.Guild, i, author))
			}
			wait()
		}
		say(0, 2000)
		before := resident(b)
		say(2000, all)
		b.ReportMetric(float64(resident(b)-before)/1e6, "MB-more")
	}
}

// resident is the memory of this process in bytes.
func resident(b *testing.B) int64 {
	b.Helper()
	debug.FreeOSMemory()
	raw, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		b.Fatal(err)
	}
	pages, err := strconv.ParseInt(strings.Fields(string(raw))[1], 10, 64)
	if err != nil {
		b.Fatal(err)
	}
	return pages * int64(os.Getpagesize())
}
