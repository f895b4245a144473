package discord_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/bot/discord"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// A database that was put back to an older state gives ids out again. What is then said
// under an id of before is another message to Discord, and the same answer, tried again,
// is the same.
func TestIdsThatComeAgainAreOtherMessages(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	answer := reports.Delivery{Key: "reply:m12", Kind: reports.DeliverReply, Channel: org.Channel{ID: "1290487712345608193"}, Answers: "1290487712345608200", CreatedAt: at}
	notice := reports.Delivery{Key: "failed:p3", Kind: reports.DeliverFailure, Channel: answer.Channel, CreatedAt: at}
	again, other, later := answer, answer, notice
	again.CreatedAt = at.Add(time.Minute) // the same question, answered anew
	other.Answers = "1290487712345608201"
	later.CreatedAt = at.Add(time.Minute)
	if discord.Nonce(answer) != discord.Nonce(again) {
		t.Error("the answer to one message is two messages")
	}
	if discord.Nonce(answer) == discord.Nonce(other) {
		t.Error("answers to two messages are one")
	}
	if discord.Nonce(notice) == discord.Nonce(later) {
		t.Error("what is queued later under an id that came again is not said")
	}
}
