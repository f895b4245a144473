package watch_test

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/bot/watch"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// However many deliveries are given up, in whatever order and channels, an alert
// of them begets no other, and a channel has one an hour at most. Each alert is a
// notice itself, which here is given up as well.
func TestANoticeOfALostNoticeIsImpossible(t *testing.T) {
	kinds := []reports.DeliveryKind{
		reports.DeliverReply, reports.DeliverPlan, reports.DeliverPhase, reports.DeliverResult, reports.DeliverFailure, reports.DeliverEscalation,
		reports.DeliverNotice, reports.DeliverLine, reports.DeliverCard, reports.DeliverMoney, reports.DeliverDigest,
	}
	rapid.Check(t, func(t *rapid.T) {
		var v watch.View
		now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
		v.Hear(org.Event{Seq: 1, Kind: org.EventProjectCreated, Project: "p1", At: now})
		last := map[string]time.Time{}
		lost := rapid.IntRange(1, 60).Draw(t, "lost")
		for n := range lost {
			now = now.Add(time.Duration(rapid.IntRange(0, 1800).Draw(t, "seconds")) * time.Second)
			channel := rapid.SampledFrom([]string{"a", "b"}).Draw(t, "channel")
			kind := rapid.SampledFrom(kinds).Draw(t, "kind")
			for depth := 0; ; depth++ {
				if depth > 1 {
					t.Fatal("an alert of a lost alert")
				}
				found := v.Hear(org.Event{Seq: int64(2 + n*10 + depth), Kind: org.EventDeliveryDropped, Project: "p1", At: now, Data: map[string]string{
					"delivery": string(rune('a'+depth)) + time.Duration(n).String(), "kind": string(kind), "transport": "discord", "channel": channel,
				}})
				if len(found) == 0 {
					break
				}
				if at, ok := last[channel]; ok && now.Sub(at) < time.Hour {
					t.Fatalf("alerts of %s at %s and %s", channel, at, now)
				}
				last[channel] = now
				kind = reports.DeliverNotice // that is what the alert is sent as; it may be tried for hours
				now = now.Add(time.Duration(rapid.IntRange(0, 10_000).Draw(t, "tried")) * time.Second)
			}
		}
	})
}

// The first loss of something that is no notice is told.
func TestALostResultIsTold(t *testing.T) {
	var v watch.View
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	v.Hear(org.Event{Seq: 1, Kind: org.EventProjectCreated, Project: "p1", At: now})
	found := v.Hear(org.Event{Seq: 2, Kind: org.EventDeliveryDropped, Project: "p1", At: now, Text: "Gave up sending d6", Data: map[string]string{
		"delivery": "d6", "kind": string(reports.DeliverResult), "transport": "discord", "channel": "a",
	}})
	if len(found) != 1 || !strings.HasSuffix(found[0].Key, ":d6") {
		t.Errorf("found %+v", found)
	}
}
