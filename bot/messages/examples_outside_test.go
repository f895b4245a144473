package messages_test

import (
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/reports"
)

// outsideExamples are the messages about what is done outside.
func outsideExamples() []example {
	say := func(data map[string]string) any {
		r, _ := messages.Outside(org.Event{Kind: org.EventAction, Project: "p3", Data: data})
		return r
	}
	reading := outward.Reading{Place: "github.com/acme/shop", Number: 34, Repository: "shop", Title: "Fees of zero", Author: "mallory", Link: "https://github.com/acme/shop/pull/34"}
	asked := reading
	asked.By = outward.AskedBy + "41"
	issue := outward.IssueOrder{Place: "acme/shop", Number: 12, Repository: "shop", Title: "Prices with a comma", Link: "https://github.com/acme/shop/issues/12"}
	remind := func(f reports.ReminderFacts) any {
		f.ID, f.Body, f.Due = "w3", "Call the bank", time.Date(2026, 12, 4, 8, 0, 0, 0, time.UTC)
		return messages.RemindOf(f)
	}
	return []example{
		{"RemindOf", "in time", remind(reports.ReminderFacts{})},
		{"RemindOf", "missed", remind(reports.ReminderFacts{Late: true})},
		{"RemindOf", "in quiet hours, again and again", remind(reports.ReminderFacts{Late: true, Quiet: true, Again: true})},
		{"RemindOf", "a question", remind(reports.ReminderFacts{Waits: reports.AwaitQuestion, On: "e4"})},
		{"RemindOf", "a project", remind(reports.ReminderFacts{Waits: reports.AwaitProject, On: "p3"})},
		{"RemindOf", "a founder", remind(reports.ReminderFacts{Waits: reports.AwaitFounder, On: "Anna"})},
		{"ReviewBegun", "", messages.ReviewBegun(reading)},
		{"ReviewBegun", "asked there", messages.ReviewBegun(asked)},
		{"ReviewNoRepository", "", messages.ReviewNoRepository(reading)},
		{"ReviewNotConnected", "", messages.ReviewNotConnected(reading, "github.com")},
		{"ReviewNotOpen", "", messages.ReviewNotOpen(reading)},
		{"ReviewUnread", "", messages.ReviewUnread(reading, "github.com has none that this token sees")},
		{"IssueBegun", "one item", messages.IssueBegun(issue, 1, 0, 0)},
		{"IssueBegun", "with comments", messages.IssueBegun(issue, 5, 1, 3)},
		{"IssueNoRepository", "", messages.IssueNoRepository(issue)},
		{"IssueReadOnly", "", messages.IssueReadOnly(issue)},
		{"IssueNotConnected", "", messages.IssueNotConnected(issue, "github.com")},
		{"IssueEdited", "", messages.IssueEdited(issue, "eve")},
		{"IssueIsPull", "", messages.IssueIsPull(issue)},
		{"IssueClosed", "", messages.IssueClosed(issue)},
		{"IssueUnread", "", messages.IssueUnread(issue, "github.com has none that this token sees")},
		{"Outside", "asks first", say(map[string]string{
			"action": "a7", "state": "proposed", "effect": "A draft pull request in acme/shop at github.com, from `frasier/p3-fees` into `main`, by acme-bot:\n**Charge three**\n### Charge three\n\nPassed on 7a709ddde3: go test ./...",
		})},
		{"Outside", "done", say(map[string]string{"action": "a7", "state": "done", "link": "https://github.com/acme/shop/pull/7"})},
		{"Outside", "asks whether it is ready", say(map[string]string{"action": "a9", "kind": "mark_ready", "state": "proposed", "effect": "The pull request acme/shop#7 is marked as ready for review. All that it says is proven; of its checks there, 3 passed.\nhttps://github.com/acme/shop/pull/7"})},
		{"Outside", "ready", say(map[string]string{"action": "a9", "kind": "mark_ready", "state": "done", "link": "https://github.com/acme/shop/pull/7"})},
		{"Outside", "merged", say(map[string]string{"action": "a10", "kind": "merge_pull", "state": "done", "answer": `"merged"`, "link": "https://github.com/acme/shop/pull/7"})},
		{"Outside", "queued", say(map[string]string{"action": "a10", "kind": "merge_pull", "state": "done", "answer": `"queued"`, "link": "https://github.com/acme/shop/pull/7"})},
		{"Outside", "waits for its checks", say(map[string]string{"action": "a10", "kind": "merge_pull", "state": "done", "answer": `"waiting"`, "link": "https://github.com/acme/shop/pull/7"})},
		{"Outside", "closed", say(map[string]string{"action": "a10", "kind": "close_pull", "state": "done", "link": "https://github.com/acme/shop/pull/7"})},
		{"Outside", "not merged", say(map[string]string{"action": "a10", "kind": "merge_pull", "state": "refused", "place": "acme/shop", "why": "left acme/shop#7 as it is: somebody asked for changes there and did not take that back"})},
		{"Outside", "branch deleted", say(map[string]string{"action": "a11", "kind": "drop_branch", "state": "done", "link": "https://github.com/acme/shop/pull/7"})},
		{"Outside", "taken back", say(map[string]string{"action": "a12", "undoes": "a7", "kind": "take_back", "state": "done", "effect": "The pull request is closed without being merged: https://github.com/acme/shop/pull/7. Its branch stays."})},
		{"Outside", "not taken back", say(map[string]string{"action": "a12", "undoes": "a7", "kind": "take_back", "state": "refused", "why": "left acme/shop#7 as it is: its branch has commits since that are not mine, the last of them 7a709ddde3"})},
		{"Cleaned", "put away", messages.Cleaned(org.Event{Data: map[string]string{"state": "done", "reason": "the folders of 2 steps"}})},
		{"Cleaned", "stays", messages.Cleaned(org.Event{Data: map[string]string{"state": "kept", "reason": "/data/work/shop/s1-clever-otter was changed (fee.sh); move what you want to keep, or delete the folder yourself"}})},
		{"Outside", "refused", say(map[string]string{"action": "a7", "state": "refused", "place": "acme/shop", "why": "could not open a pull request in acme/shop: github.com says that the token may not (Resource not accessible)"})},
	}
}
