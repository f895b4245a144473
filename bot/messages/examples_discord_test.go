package messages_test

import (
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
)

func discordExamples() []example {
	at := time.Unix(1_790_000_000, 0)
	return []example{
		{"SecretRemoved", "", messages.SecretRemoved([]string{"API key", "Stripe key"})},
		{"TagPlanning", "", messages.TagPlanning},
		{"TagRunning", "", messages.TagRunning},
		{"TagNeedsYou", "", messages.TagNeedsYou},
		{"TagReview", "", messages.TagReview},
		{"TagDelivered", "", messages.TagDelivered},
		{"TagPaused", "", messages.TagPaused},
		{"TagFailed", "", messages.TagFailed},
		{"DiscordAway", "", messages.DiscordAway(at, at.Add(12*time.Minute), 1, false)},
		{"DiscordAway", "", messages.DiscordAway(at, at.Add(12*time.Minute), 2, false)},
		{"DiscordAway", "", messages.DiscordAway(at, at.Add(30*time.Hour), 100, true)},
		{"DiscordNoText", "", messages.DiscordNoText()},
		{"DiscordOnlyText", "", messages.DiscordOnlyText()},
		{"DiscordNoVoice", "", messages.DiscordNoVoice()},
		{"DiscordYes", "", messages.DiscordYes()},
		{"DiscordReplyGone", "", messages.DiscordReplyGone()},
		{"DiscordForwarded", "", messages.DiscordForwarded()},
		{"DiscordForwardRun", "", messages.DiscordForwardRun()},
		{"DiscordForwardKeep", "", messages.DiscordForwardKeep()},
		{"DiscordForwardRuns", "", messages.DiscordForwardRuns()},
		{"DiscordForwardKept", "", messages.DiscordForwardKept()},
		{"DiscordForwardVoice", "", messages.DiscordForwardVoice(false)},
		{"DiscordForwardVoice", "listened to", messages.DiscordForwardVoice(true)},
		{"DiscordLinkUnread", "", messages.DiscordLinkUnread()},
		{"DiscordTooManyLinks", "", messages.DiscordTooManyLinks(3)},
		{"DiscordChannelLink", "", messages.DiscordChannelLink("#general")},
		{"DiscordChannelLink", "unknown", messages.DiscordChannelLink("")},
		{"DiscordInvite", "", messages.DiscordInvite()},
		{"DiscordForwardGone", "", messages.DiscordForwardGone()},
		{"DiscordNotNow", "", messages.DiscordNotNow("the disk is full")},
		{"DiscordBroke", "", messages.DiscordBroke()},
		{"DiscordDone", "", messages.DiscordDone()},
		{"DiscordNothingToSay", "", messages.DiscordNothingToSay()},
		{"DiscordAskAgain", "", messages.DiscordAskAgain()},
		{"DiscordNotYours", "", messages.DiscordNotYours()},
		{"DiscordNoCommands", "", messages.DiscordNoCommands()},
		{"DiscordNoForm", "", messages.DiscordNoForm("steer p1")},
		{"DiscordTooLarge", "", messages.DiscordTooLarge([]string{"report.pdf (31.0 MB)", "data.csv (12.5 MB)"})},
		{"DiscordRest", "", messages.DiscordRest("message.md")},
		{"DiscordPaired", "", messages.DiscordPaired()},
		{"DiscordLocked", "", messages.DiscordLocked("123")},
		{"DiscordElsewhere", "", messages.DiscordElsewhere("123", "Missing Access")},
		{"DiscordElsewhere", "no right", messages.DiscordElsewhere("123", "Missing Permissions")},
		{"DiscordElsewhere", "else", messages.DiscordElsewhere("123", "Unknown Channel")},
		{"DiscordBlocked", "", messages.DiscordBlocked("reannounce d7")},
		{"DiscordBlocked", "", messages.DiscordBlocked("")},
		{"DiscordUnsent", "", messages.DiscordUnsent("Market sheet is ready", "reannounce d7")},
		{"DiscordUnsent", "", messages.DiscordUnsent("Which city first?", "")},
		{"DiscordReferences", "", messages.DiscordReferences([]string{"[1](https://discord.com/channels/1/2/3)", "[2](https://discord.com/channels/1/2/4)"})},
		{"DiscordOutage", "", messages.DiscordOutage()},
		{"DiscordOutageOver", "", messages.DiscordOutageOver(40 * time.Second)},
		{"DiscordOutageOver", "", messages.DiscordOutageOver(12 * time.Minute)},
		{"DiscordFileCount", "", messages.DiscordFileCount("notes.txt", 25)},
		{"DiscordFileSize", "", messages.DiscordFileSize("film.mp4", 80, 25, 50)},
		{"DiscordFileAddress", "", messages.DiscordFileAddress("notes.txt")},
		{"DiscordFileLost", "", messages.DiscordFileLost("notes.txt", "the server answers 404 Not Found")},
	}
}
