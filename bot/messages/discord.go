package messages

import (
	"cmp"
	"fmt"
	"strings"
	"time"
)

// DiscordAway says in a channel that the bot was offline, and that it answers
// the n messages that it found there; more says that there are yet more. The
// times are shown as each reader's own clock does.
func DiscordAway(since, until time.Time, n int, more bool) string {
	form := "t" // the time
	if until.Sub(since) > 12*time.Hour {
		form = "f" // the day too
	}
	found := "your message"
	switch {
	case more:
		found = fmt.Sprintf("your %d messages and more", n)
	case n > 1:
		found = fmt.Sprintf("your %d messages", n)
	}
	return fmt.Sprintf("I was offline <t:%d:%s> to <t:%d:%s>. Catching up on %s now.", since.Unix(), form, until.Unix(), form, found)
}

// DiscordNoText says that messages arrive without their text.
func DiscordNoText() string {
	return "I can see you posted but not the text. Please switch on *Message Content Intent* under Bot: " + "\nUntil then, mention me or write to me directly."
}

// DiscordOnlyText says that a sticker cannot be read.
func DiscordOnlyText() string {
	return "I can't read stickers yet. Text and files work."
}

// DiscordNoVoice says that a voice message was not heard, and what helps.
func DiscordNoVoice() string {
	return "I can't listen to voice messages here yet. Please type it; whoever runs me can change that with FRASIER_TRANSCRIBE_URL, a service that turns speech into text."
}

// DiscordYes answers a mention without a word.
func DiscordYes() string { return "Yes? Tell me what you need, or send a roadmap." }

// DiscordReplyGone says that a message replies to one that is not there.
func DiscordReplyGone() string {
	return "The message you replied to was deleted, so I only have what you wrote yourself. Please paste what it said, or tell me what to do."
}

// DiscordLinkUnread says that a link to a message was not followed.
func DiscordLinkUnread() string {
	return "I couldn't open the message you linked to: it's gone, or it's in a place I can't read. Reply to it here, or paste what it says."
}

// DiscordLinkClosed says that a linked message stands where not all who read here may look.
func DiscordLinkClosed() string {
	return "I left the message you linked to where it is: not everybody who reads here can see that channel. Paste the part that may be known here."
}

// DiscordTooManyLinks says that of so many linked messages not all were read.
func DiscordTooManyLinks(most int) string {
	return fmt.Sprintf("I open %d linked messages at once at the most; please send the others by themselves.", most)
}

// DiscordChannelLink says that a whole channel, whose name may be empty, cannot be looked
// through by its link.
func DiscordChannelLink(channel string) string {
	return "I can't look through " + cmp.Or(channel, "a channel") + " by a link to it. Link to a single message, reply to it, or paste what matters."
}

// DiscordInvite says that an invitation leads nowhere for a bot.
func DiscordInvite() string {
	return "I can't look into a server by its invitation. Paste what matters, and I'll work from that."
}

// DiscordForwarded asks what to do with a message that was forwarded without a word.
func DiscordForwarded() string { return "What should I do with this?" }

// DiscordForwardRun and DiscordForwardKeep are its buttons.
func DiscordForwardRun() string { return "Run it" }

// DiscordForwardKeep is the second one.
func DiscordForwardKeep() string { return "Keep it as a source" }

// DiscordForwardRuns and DiscordForwardKept say what was done.
func DiscordForwardRuns() string { return "On it." }

// DiscordForwardKept says that a forwarded message was taken in.
func DiscordForwardKept() string { return "I'll keep it. Nothing was started." }

// DiscordForwardVoice says of a forwarded recording that it orders nothing; hears, that its
// words are shown soon.
func DiscordForwardVoice(hears bool) string {
	if hears {
		return "That's somebody else's recording, so I don't take orders from it. I'll show you what it says; then tell me what to do."
	}
	return "There's a forwarded recording in this, and I can't listen to recordings here yet. Tell me what it says, or what I'm to do with it."
}

// DiscordForwardGone says that a forwarded message is not there any more.
func DiscordForwardGone() string { return "That message is gone. Please forward it again." }

// DiscordBroke says that a command failed. What it had done by then is not
// known.
func DiscordBroke() string {
	return "Something broke on my side. Please try again; if it keeps happening, `!doctor` tells you why."
}

// DiscordNotNow says of a command that it failed because nothing can be written down, and why.
func DiscordNotNow(cause string) string {
	return "I couldn't do that: " + cause + ", so I can't write anything down right now. Nothing of your projects is lost; please say it again in a few minutes."
}

// DiscordDone stands where a private note was, when the answer follows for all.
func DiscordDone() string { return "Done, see below." }

// DiscordNothingToSay is the answer of a command that has none.
func DiscordNothingToSay() string { return "Done." }

// DiscordAskAgain says that an answer for one person's eyes could be shown
// nowhere.
func DiscordAskAgain() string {
	return "My answer took too long, and I only show it to you privately. Please run the command again."
}

// DiscordNotYours tells somebody who is no founder so.
func DiscordNotYours() string { return "Sorry, only the founders of this team can use this." }

// DiscordNoCommands says that there are none.
func DiscordNoCommands() string {
	return "I have no commands here. Tell me what you need in plain words."
}

// DiscordNoForm says how to give the words that a form would ask for.
func DiscordNoForm(command string) string {
	return "I can't open a form here. Please type `!" + command + "` and your text after it."
}

// DiscordTooLarge names files that Discord does not take.
func DiscordTooLarge(files []string) string {
	return "Too large for Discord: " + strings.Join(files, ", ") + ". `frasier export` saves everything to a folder."
}

// DiscordWithoutFiles names files that could not be sent along.
func DiscordWithoutFiles(files []string) string {
	return "Discord didn't take the file with it: " + strings.Join(files, ", ") + ". `frasier export` saves everything to a folder."
}

// DiscordRest says where the rest of a long text is.
func DiscordRest(file string) string { return "The rest is in " + file + "." }

// DiscordPaired answers the code of a pairing.
func DiscordPaired() string {
	return "That's the code, so you're the founder now. Start the bot, then write to me here."
}

// DiscordElsewhere begins a message that its channel did not take.
func DiscordElsewhere(channel, why string) string {
	switch why {
	case "Missing Permissions":
		return fmt.Sprintf("I'm not allowed to write in <#%s>, so here it is. My role needs *Send Messages* there.", channel)
	case "Missing Access":
		return fmt.Sprintf("I can't see <#%s>, so here it is. My role needs *View Channels* and *Send Messages* there.", channel)
	}
	return fmt.Sprintf("I couldn't post this in <#%s>, so here it is (%s).", channel, why)
}

// DiscordLocked begins the first message in the thread that takes the place of one
// that was locked.
func DiscordLocked(thread string) string {
	return fmt.Sprintf("The old thread <#%s> is locked, so I go on here. Unlock it to read there and write here.", thread)
}

// DiscordThreadGone begins the first message in the thread that takes the place of one
// that was deleted.
func DiscordThreadGone() string {
	return "The old thread is gone, so I go on here. Nothing of the work is lost: `!status` shows where it stands."
}

// DiscordShut begins the first message in the thread that takes the place of one that
// we may not write in any more.
func DiscordShut(thread string) string {
	return fmt.Sprintf("I'm not allowed to write in the old thread <#%s> any more, so I go on here.", thread)
}

// DiscordBlocked says that a server's moderation blocked a message. again is the
// command that sends it once more, empty when that happens by itself.
func DiscordBlocked(again string) string {
	then := "I'll try again by myself."
	if again != "" {
		then = "Then `!" + again + "` sends it again."
	}
	return "This server's AutoMod blocked a message of mine, and I can't write to you directly. " +
		"Please exempt my role (Server Settings, AutoMod) or allow direct messages. " + then
}

// DiscordUnsent begins an answer after a message that could not be sent. what is
// its first line; again is the command that sends it once more, empty when that
// happens by itself.
func DiscordUnsent(what, again string) string {
	then := "I keep trying."
	if again != "" {
		then = "`!" + again + "` tries again."
	}
	return fmt.Sprintf("Discord didn't take an earlier message of mine (\"%s\"). %s", what, then)
}

// DiscordReferences introduces links to earlier messages.
func DiscordReferences(links []string) string { return "See also: " + strings.Join(links, " ") }

// DiscordOutage says that nothing can be saved at present, DiscordOutageOver
// that it can again.
func DiscordOutage() string {
	return "I can't save anything right now (the disk is full or the database is away), so I'm on hold. Your messages aren't lost: I'll read them when it's back. `frasier doctor` on the server tells you more."
}

// DiscordOutageOver says so, with how long it took.
func DiscordOutageOver(took time.Duration) string {
	about := "a minute"
	if m := int(took.Round(time.Minute) / time.Minute); m > 1 {
		about = fmt.Sprintf("%d minutes", m)
	}
	return "I can save again, after about " + about + ". Carrying on."
}

// DiscordFileCount says that a file is one too many.
func DiscordFileCount(file string, most int) string {
	return fmt.Sprintf("I didn't read %s: I take %d files with one message. Please send it by itself.", file, most)
}

// DiscordFileSize says that a file is too large; sizes are in megabytes.
func DiscordFileSize(file string, size, most, mostOfAll int64) string {
	return fmt.Sprintf("I didn't read %s: it has %d MB, and I take %d MB a file and %d MB a message.", file, size, most, mostOfAll)
}

// DiscordFileAddress says that a file does not come from Discord.
func DiscordFileAddress(file string) string {
	return "I didn't read " + file + ": it isn't stored on Discord."
}

// DiscordFileLost says that a file could not be downloaded.
func DiscordFileLost(file, why string) string {
	return fmt.Sprintf("I couldn't download %s (%s). Please send it again.", file, why)
}
