package messages

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// What is always said in the same words in a conversation.
const (
	ChatLoop = "I seem to be talking to another bot, so I'll be quiet here for 10 minutes. Commands still work, anything new is answered right away, and the rest afterwards."

	ChatNothingRead = "I can't read anything in this, so I haven't started anything. Tell me in a few words what you need."

	ChatNeedsList = "Without an AI model I can only work from a list: send a roadmap (a markdown file with one line for each piece of work) " +
		"or sentences that each ask for one thing. Nothing was started."

	ChatNotStarted = "I haven't started anything."

	ChatGarbled = "Sorry, that came out garbled. Nothing was started; please send it again."

	ChatUnreachable = "The AI provider isn't answering. I'll take this up as soon as it does; nothing is lost."

	ChatHelloOffline = "Hello! I have no AI model yet, so I can only quote your documents. Send a roadmap, or ask for something to look up."

	ChatWelcome = "You're welcome."
)

// ChatInvisible says that characters were removed that nobody can see.
func ChatInvisible(n int) string {
	return "I removed " + prose.Count(n, "invisible character") + " from your message."
}

// ChatRulesKept says which rules are kept from now on.
func ChatRulesKept(rules []string) string {
	return "I'll stick to this from now on: " + strings.Join(rules, " ") + " (`!rules` lists your rules and drops them.)"
}

// ChatMuted answers mute and unmute in a project's thread.
func ChatMuted(quiet bool) string {
	if quiet {
		return "Muted. You'll still see the card, decisions and results; `unmute` brings the rest back."
	}
	return "Unmuted. You'll hear from the team here again."
}

// ChatFile is one file's line: how much was read of it, what was not, and what
// became of the same file before. It is empty when there is nothing to say.
func ChatFile(f org.Attachment) string {
	var parts []string
	words := len(strings.Fields(f.Text))
	by, seen := f.SeenBy()
	switch {
	case f.Sense == org.SensePicture:
		parts = append(parts, fmt.Sprintf("I couldn't look at %s yet. It's kept; send it again in a while, or tell me what's in it.", f.Name))
	case f.Sense == org.SenseSound:
		parts = append(parts, fmt.Sprintf("I couldn't listen to %s yet. It's kept; send it again in a while, or type it.", f.Name))
	case seen:
		parts = append(parts, fmt.Sprintf("I looked at %s (read from the picture by %s).", f.Name, by))
	case f.Spoken() && words > 0:
		parts = append(parts, fmt.Sprintf("I listened to %s (%s).", f.Name, aboutWords(words)))
	case words > 0:
		parts = append(parts, fmt.Sprintf("I read %s (%s).", f.Name, cmp.Or(aboutTables(f), aboutWords(words))))
	}
	if f.Note != "" {
		parts = append(parts, f.Note)
	}
	if f.Started != "" {
		parts = append(parts, fmt.Sprintf("I had the same file on %s; it became %s.", moment.Mark(f.Before, moment.Day), f.Started))
	} else if !f.Before.IsZero() {
		parts = append(parts, fmt.Sprintf("I had the same file on %s.", moment.Mark(f.Before, moment.Day)))
	}
	return strings.Join(parts, " ")
}

// ChatLeftOpen names the questions of a message that its answer says nothing about, each with
// a button that asks it by itself.
func ChatLeftOpen(questions []string) wording.Message {
	const longest, most = 80, 3 // bytes of a question in a button, buttons
	var m wording.Message
	var named []string
	for _, q := range questions {
		named = append(named, "“"+wording.Clip(wording.OneLine(q), 160)+"”")
		if len(q) <= longest && len(m.Buttons) < most {
			m.Buttons = append(m.Buttons, org.Button{Label: wording.Clip("Answer: "+wording.OneLine(q), 38), Command: "ask " + wording.OneLine(q)})
		}
	}
	m.Text = "I haven't answered this yet: " + strings.Join(named, ", ")
	return m
}

// ChatTooMany says that a file is one more than are looked at or listened to.
func ChatTooMany(name string, s org.Sense, most int) string {
	if s == org.SenseSound {
		return fmt.Sprintf("I listen to %d recordings of one message at the most; %s is kept. Send it by itself.", most, name)
	}
	return fmt.Sprintf("I look at %d pictures of one message at the most; %s is kept. Send it by itself.", most, name)
}

// ChatHeard shows what was heard in a recording, before anything is made of it.
func ChatHeard(words string) string {
	return "I heard: \"" + shortSpeech(words) + "\""
}

func shortSpeech(words string) string {
	const most = 1200
	said := prose.OneLine(words)
	if r := []rune(said); len(r) > most {
		said = strings.TrimSpace(string(r[:most])) + " ..."
	}
	return said
}

// ChatForget is the label of the button that removes a recording and its words.
func ChatForget() string { return "Forget it" }

// ChatLooked answers pictures and matter of others that came without a word: what
// they show, and that nothing follows from it.
func ChatLooked(files []org.Attachment) string {
	var parts []string
	for _, f := range files {
		if what := f.Shown(); what != "" {
			parts = append(parts, fmt.Sprintf("%s: %s", f.Name, what))
		}
		if f.Spoken() && f.Quoted() && f.Text != "" {
			parts = append(parts, fmt.Sprintf("In %s somebody says: \"%s\"", f.Name, shortSpeech(f.Text)))
		}
	}
	return strings.TrimSpace(strings.Join(append(parts, "Tell me what you'd like to know, or what I'm to do with it. I take no orders from what stands in it."), "\n"))
}

// aboutWords is a number of words, rounded above a hundred.
func aboutWords(n int) string {
	switch {
	case n > 1000:
		return fmt.Sprintf("about %d words", (n+50)/100*100)
	case n > 100:
		return fmt.Sprintf("about %d words", (n+5)/10*10)
	}
	return prose.Count(n, "word")
}

// ChatSameFile says that a file came before, what it became and what to do.
func ChatSameFile(f org.Attachment, title string) string {
	was := string(f.Started)
	if title != "" {
		was = fmt.Sprintf("**%s** (%s)", title, f.Started)
	}
	return fmt.Sprintf("I haven't started anything: I had this file before, and it became %s. To run it once more, send it with the words \"run it again\"; to change something, just tell me what.", was)
}

// ChatNoProject says that a project is not open, and which are.
func ChatNoProject(named string, open []org.Project) string {
	text := fmt.Sprintf("I don't see an open project %s, so nothing has changed.", strings.TrimSpace(named))
	if strings.TrimSpace(named) == "" {
		text = "I'm not sure which project you mean, so nothing has changed."
	}
	if len(open) == 0 {
		return text
	}
	names := make([]string, 0, len(open))
	for _, p := range open {
		names = append(names, fmt.Sprintf("**%s** (%s)", p.Title, p.ID))
	}
	return text + " Open right now: " + strings.Join(names, ", ") + "."
}

// ChatPassedOn acknowledges words that guide a project.
func ChatPassedOn(p org.Project) string {
	if p.State == org.ProjectPaused {
		return fmt.Sprintf("I'll pass that on to the team for **%s**. It's paused, so it counts once you `!resume %s`.", p.Title, p.ID)
	}
	return fmt.Sprintf("I'll pass that on to the team for **%s** from the next step.", p.Title)
}

// ChatChangeFirst asks before a finished document is changed.
func ChatChangeFirst(p org.Project) string {
	return fmt.Sprintf("**%s** is finished. What should be different in it?", p.Title)
}

// ChatFinished answers an instruction in the thread of a project that has ended.
func ChatFinished(p org.Project) string {
	return fmt.Sprintf("**%s** is finished; **Request changes** does that.", p.Title)
}

// ChangesButton asks what should change in a document.
func ChangesButton(p org.ProjectID) org.Button {
	return org.Button{Label: "Request changes", Command: org.CommandChanges + " " + string(p), Ask: "What should change, and where?"}
}

// ChatWhichStep asks which step is meant, and names those that there are.
func ChatWhichStep(steps []org.Step) string {
	const shown = 8
	var lines []string
	for _, s := range steps {
		if s.State.Ended() && len(steps) > shown {
			continue
		}
		if len(lines) == shown {
			lines = append(lines, "- and more: `!status`")
			break
		}
		lines = append(lines, fmt.Sprintf("- %s %s", s.ID, wording.ShortenLine(s.Title, wording.TitleMost)))
	}
	if len(lines) == 0 {
		return "There's no step that this could be about, so nothing has changed."
	}
	return "Nothing has changed yet. Which step do you mean?\n" + strings.Join(lines, "\n")
}

// ChatStepFirst asks before something is done to a step that was only asked about.
func ChatStepFirst(do, title string) string {
	what := map[string]string{"hold": "hold", "skip": "leave out", "first": "put first", "redo": "redo"}[do]
	return fmt.Sprintf("Shall I %s “%s”?", what, wording.ShortenLine(title, wording.TitleMost))
}

// ChatResumeFirst asks before a project goes on.
func ChatResumeFirst(p org.Project) string {
	if p.Title == "" {
		return "Shall I resume your projects?"
	}
	return fmt.Sprintf("Shall I resume **%s**?", p.Title)
}

// ChatUnsure asks for an answer that can be told from the others.
func ChatUnsure(q org.Decision) string {
	if len(q.Options) == 0 {
		return "I'm not sure that answers the question. Reply to it in a few words."
	}
	o := q.Options[0]
	example := o.ID
	if o.Ask != "" {
		example += ") your words"
	}
	return fmt.Sprintf("I'm not sure which option you mean, so nothing is decided. Tap a button or reply with its letter, e.g. `%s`.", example)
}

// ChatPauseFirst asks before a project is paused.
func ChatPauseFirst(p org.Project) string {
	if p.Title == "" {
		return "Shall I pause your projects?"
	}
	return fmt.Sprintf("Shall I pause **%s**?", p.Title)
}

// ChatNoDecision says that nothing waits under an id.
func ChatNoDecision(id string) string {
	if strings.TrimSpace(id) == "" {
		return "I'm not sure which question that answers. `!inbox` shows what waits for you."
	}
	return fmt.Sprintf("There's no open question %s. `!inbox` shows what waits for you.", strings.TrimSpace(id))
}

// ChatReadLabel is on the button that opens a document.
func ChatReadLabel(title string) string {
	const atMost = 32 // of the 38 characters that a phone shows
	r := []rune(title)
	if len(r) > atMost {
		return "Read " + strings.TrimSpace(string(r[:atMost-3])) + "..."
	}
	return "Read " + title
}

// ChatCited names the document that an answer is from.
func ChatCited(project org.ProjectID, title string, at time.Time) string {
	return fmt.Sprintf("From **%s** of %s (`!read %s`).", title, moment.Mark(at, moment.Day), project)
}

// ChatHold says that nothing was started, and asks what is meant unless that was
// asked just before. Title is what the chief would have called the work, and order the
// founder's own words, which stand instead where a title says no more.
func ChatHold(c org.Classification, title, order string, asked bool) string {
	what := cmp.Or(c.Title, strings.TrimSpace(title))
	if order != "" {
		what = ""
	}
	switch {
	case asked && !c.Question:
		return "I haven't started anything, because I'm still not sure what you want. Tell me what should come out of it, or use `!project` and your words to start it as it is."
	case c.Ask != "":
		return "Before I start: " + c.Ask
	case c.Question && what != "":
		return fmt.Sprintf("That sounded like a question, so I haven't started anything. Shall I start on **%s**?", what)
	case c.Question:
		return "That sounded like a question, so I haven't started anything. Shall I start?"
	case what != "":
		return fmt.Sprintf("Before I start on **%s**: what should come out of it?", what)
	case order != "":
		return fmt.Sprintf("You said “%s”. Before I start: what should come out of it?", order)
	}
	return "Before I start: what should come out of it?"
}

// ChatStarted is the reply to a message that starts work: what the chief says,
// and what is known of the work.
func ChatStarted(chief string, p *org.NewProject) string {
	var parts []string
	chief = strings.TrimSpace(chief)
	if rest, begun := strings.CutPrefix(chief, "On it."); begun && (p.Roadmap != nil || rest == "") {
		chief = strings.TrimSpace(rest) // the line below says it
	}
	if chief != "" {
		parts = append(parts, chief)
	}
	switch {
	case p.Roadmap != nil:
		open := 0
		for _, i := range p.Roadmap.Items {
			if !i.Done {
				open++
			}
		}
		line := fmt.Sprintf("On it: **%s**, %s in %s. The plan follows in a minute.", p.Title, prose.Count(open, "item"), prose.Count(len(p.Phases), "phase"))
		if open == 1 && len(p.Phases) == 1 { // one task has no plan
			line = fmt.Sprintf("On it: **%s**. I'll post the result here.", p.Title)
			for _, n := range p.Roadmap.Notes { // of more than one task the plan says them, with a way to put them right
				line += "\n- " + n
			}
		}
		parts = append(parts, line)
	case p.Single && chief == "":
		parts = append(parts, fmt.Sprintf("On it: **%s**. I'll post the result here.", p.Title))
	case !p.Single && chief == "":
		parts = append(parts, fmt.Sprintf("On it: **%s**. The plan follows in a minute.", p.Title))
	case !p.Single:
		parts = append(parts, fmt.Sprintf("The plan for **%s** follows in a minute.", p.Title))
	}
	for _, g := range p.Gates {
		parts = append(parts, fmt.Sprintf("I'll stop %s and wait for your yes.", g.Phrase()))
	}
	if p.Offline {
		parts = append(parts, withoutModel(p.Roadmap))
	}
	return strings.Join(parts, "\n\n")
}

// withoutModel says what a founder gets while no AI model is set up.
func withoutModel(plan *org.Roadmap) string {
	const none = "Offline mode: no AI model is set up, so "
	code, words := 0, 0
	if plan != nil {
		for _, i := range plan.Items {
			switch {
			case i.Done:
			case i.Code:
				code++
			default:
				words++
			}
		}
	}
	switch {
	case code == 0:
		return none + "you'll get sentences found in your documents, not analysis."
	case words == 0:
		return none + "I test and merge the changes you gave. I write none myself."
	}
	return none + "I test and merge the changes you gave; for the rest you'll get sentences found in your documents, not analysis."
}
