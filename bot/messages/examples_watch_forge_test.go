package messages_test

import (
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
)

// forgeExamples are the messages about what is seen at forges.
func forgeExamples() []example {
	news := func(kind outward.PullNewsKind, what string) string {
		text, _ := messages.PullNews(org.Event{Kind: org.EventPull, Data: map[string]string{"pull": "acme/shop#7", "link": "https://github.com/acme/shop/pull/7", "news": string(kind), "what": what}})
		return text
	}
	remark := func(kind outward.PullNewsKind, by, what string) any {
		r, _ := messages.PullRemark(org.Event{Kind: org.EventPull, Data: map[string]string{"pull": "acme/shop#7", "link": "https://github.com/acme/shop/pull/7#r1", "news": string(kind), "what": what, "by": by, "remark": "k3"}})
		return r
	}
	due := func(kind outward.RemarkKind, by ...string) outward.DueRound {
		d := outward.DueRound{Pull: outward.PullRequest{Place: "github.com/acme/shop", Number: 7, Link: "https://github.com/acme/shop/pull/7"}, Before: 1}
		for _, name := range by {
			d.Remarks = append(d.Remarks, outward.KeptRemark{Kind: kind, By: name})
		}
		return d
	}
	shop := outward.Place{Host: "github.com", Owner: "acme", Name: "shop"}
	return []example{
		{"WatchRefused", "", messages.WatchRefused(shop, "could not read acme/shop: github.com says that the token may not (Resource not accessible)")},
		{"WatchPauses", "", messages.WatchPauses(shop, "github.com asks to wait", time.Unix(1_800_000_000, 0))},
		{"WatchStillFails", "", messages.WatchStillFails(shop, "github.com has no acme/shop; it may be gone, or have another name", 2)},
		{"WatchFails", "", messages.WatchFails(shop, "could not read acme/shop: github.com has a fault of its own (502)")},
		{"PullRemark", "of somebody who may not order", remark(outward.NewsRemark, "ada", "Why three?\nTwo would do.")},
		{"PullRemark", "a check fails still", remark(outward.NewsEnough, "build", "fee.sh: line 2: three: command not found")},
		{"RoundBegun", "checks", messages.RoundBegun(due(outward.SaidByCheck, "build", "deploy"))},
		{"PullRemark", "it conflicts with its base again", remark(outward.NewsMoved, "main", "")},
		{"RoundBegun", "its base moved on", messages.RoundBegun(due(outward.SaidByBase, "main"))},
		{"RoundBegun", "a review", messages.RoundBegun(due(outward.SaidByOne, "ada", "ada"))},
		{"PullNews", "merged", news(outward.NewsMerged, "ada")},
		{"PullNews", "closed", news(outward.NewsClosed, "")},
		{"PullNews", "its branch was deleted", news(outward.NewsBranch, "")},
		{"PullNews", "opened again", news(outward.NewsReopened, "")},
		{"PullNews", "merged elsewhere", news(outward.NewsTaken, "7a709ddde3c2b1a09f8e7d6c5b4a39281706f5e4")},
		{"PullNews", "gone", news(outward.NewsGone, "")},
		{"PullNews", "written by others", news(outward.NewsForced, "7a709ddde3c2b1a09f8e7d6c5b4a39281706f5e4")},
		{"PullNews", "changes are asked for", news(outward.NewsChanges, "ada")},
		{"PullNews", "a yes", news(outward.NewsApproved, "ada")},
		{"PullNews", "a check does not end", news(outward.NewsStuck, "build")},
		{"PullNews", "checks pass", news(outward.NewsChecked, "4 passed")},
	}
}
