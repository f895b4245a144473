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
	"github.com/frasier-cos/frasier/internal/reports"
)

// What whoever sits at a terminal reads besides what chats say too.

// TerminalSure says how a question is answered that a command asks before it acts.
func TerminalSure(command string) string { return "\nYes: `frasier " + command + " sure=yes`" }

// TerminalMore says how the rest of a report is shown.
func TerminalMore(command string) string { return "\nMore: `frasier " + command + " --all`" }

// TerminalNoCommand refuses a command that does not exist; near is one that is
// nearly the same, or empty.
func TerminalNoCommand(word, near string) string {
	if near != "" {
		return fmt.Sprintf("there is no command %q; did you mean %q? \"frasier help\" lists them", word, near)
	}
	return fmt.Sprintf("there is no command %q. \"frasier help\" lists them", word)
}

// TerminalTakesNo refuses a word that a command has no use for.
func TerminalTakesNo(command, word, usage string) string {
	return fmt.Sprintf("%s takes no %q; usage: frasier %s", command, word, usage)
}

// TerminalNoFlag refuses a flag that a command does not take.
func TerminalNoFlag(called, flag, command string) string {
	return fmt.Sprintf("%s takes no flag %s; \"frasier help %s\" lists those that it takes", called, flag, command)
}

// TerminalAttached says what following a step is like.
func TerminalAttached(id org.StepID) string {
	return fmt.Sprintf("Following %s. What you type goes to whoever works on it; q leaves, and the work goes on.", id)
}

// TerminalTurn says in a line what whoever changes code did in a turn, and what came in the way.
func TerminalTurn(did []string, failed bool, saw string) string {
	text := cmp.Or(strings.Join(did, "; "), "nothing that could be read")
	if len(did) == 0 && !failed { // an agent of others did it
		text = cmp.Or(saw, "changed files")
	}
	if failed {
		text += ": not done, " + cmp.Or(saw, "for no reason that was given")
	}
	return wording.Clip(wording.Plain(text), 300)
}

// TerminalNeedsValue refuses a flag without its value.
func TerminalNeedsValue(flag string) string { return flag + " needs a value" }

// TerminalNeedsNumber refuses -n with anything else than a number.
func TerminalNeedsNumber() string { return "-n needs a number, such as -n 20" }

// TerminalNeedsDecision refuses an answer without its question.
func TerminalNeedsDecision(command string) string {
	return fmt.Sprintf("%s needs a question to answer: frasier %s e4; \"frasier inbox\" lists them", command, command)
}

// TerminalWhere says where the names stand that a command takes.
func TerminalWhere(command string) string {
	switch command {
	case "approve", "deny":
		return "\"frasier inbox\" lists the questions"
	case "why", "stage":
		return "\"frasier status\" lists the projects, and \"frasier status p1\" the steps of one"
	}
	return "\"frasier status\" lists the projects"
}

// TerminalUnknown says that there is nothing of the name that was given to a
// command, and where the names stand.
func TerminalUnknown(what, name, command string) string {
	if what == "question" {
		return fmt.Sprintf("There is no question %s that waits for you. \"frasier inbox\" lists them.", wording.Plain(name))
	}
	return fmt.Sprintf("I know no %s %s. %s.", what, wording.Plain(name), TerminalWhere(command))
}

// HelpGroup is a part of the terminal's list of commands.
type HelpGroup struct {
	Title    string
	Commands [][2]string // how it is called, and what it does
}

// TerminalStart greets somebody who gives no command.
func TerminalStart() string {
	return `I'm Frasier, your chief of staff: tell me what you need, and I plan it, do it and bring you the result.

  frasier chat             talk to me here
  frasier run roadmap.md   hand over a roadmap and wait for the document
  frasier init             connect me with Discord
  frasier doctor           check that all is well
  frasier help             all commands
`
}

// TerminalHelp lists the terminal's commands.
func TerminalHelp(groups []HelpGroup) string {
	var b strings.Builder
	b.WriteString("Frasier is your chief of staff: it plans, researches, writes, has the work checked, and delivers.\n" +
		"Talk to it: frasier chat. Hand over a roadmap: frasier run roadmap.md.\n")
	for _, g := range groups {
		fmt.Fprintf(&b, "\n%s\n", g.Title)
		for _, c := range g.Commands {
			fmt.Fprintf(&b, "  frasier %-32s %s\n", c[0], c[1])
		}
	}
	b.WriteString("\n  frasier help COMMAND                     what a command takes\n" +
		"  frasier completion bash|zsh|fish         complete commands, flags and ids in your shell\n" +
		"\nSettings come from the environment or a file .env; \"frasier doctor\" says whether they are right.\n")
	return b.String()
}

// InitBot names the bot that a token belongs to.
func InitBot(name string) string { return fmt.Sprintf("Nice, this token is for the bot %s.", name) }

// InitMakeBot says where a bot is made, on Discord itself or, with an address,
// on a server like it.
func InitMakeBot(server string) string {
	if server != "" {
		return fmt.Sprintf("First, make a bot on the server of %s.", server)
	}
	return "First, make a bot: open https://discord.com/developers/applications, then New Application, Bot, Reset Token."
}

// InitPaste asks for the bot's token.
func InitPaste() string { return "Paste its token here: " }

// InitNoToken says that there was none.
func InitNoToken() string { return "init needs the bot's token: paste it, or set DISCORD_TOKEN" }

// InitIntent says how the bot may read what is written. On says that it may
// already.
func InitIntent(application string, on bool) string {
	if on {
		return "1. It may read messages (Message Content Intent is on). Nothing to do."
	}
	return fmt.Sprintf("1. Let it read messages: open https://discord.com/developers/applications/%s/bot, switch on Message Content Intent, save.", application)
}

// InitIntentElsewhere says the same for a server like Discord.
func InitIntentElsewhere(server string) string {
	return fmt.Sprintf("1. If %s has a switch for reading messages (Message Content Intent), turn it on for this bot.", server)
}

// InitInvite says how the bot gets into a server.
func InitInvite(link string) string {
	return "2. Invite it into your server, unless it is there already: " + link
}

// InitInviteElsewhere says the same for a server like Discord.
func InitInviteElsewhere(application string) string {
	return fmt.Sprintf("2. Invite it into your server there, unless it is in it already. Its application id is %s.", application)
}

// InitCode shows the code that pairs the founder.
func InitCode(code string) string {
	return fmt.Sprintf("3. In Discord, send the bot this code, as a direct message or in the channel it should listen to:\n\n   %s\n\nI'm waiting for it (10 minutes at most) ...", code)
}

// InitNoCode says that nobody sent the code.
func InitNoCode() string {
	return "I haven't seen the code, so I wrote nothing. Run \"frasier init\" again for a new one."
}

// InitPaired confirms the pairing.
func InitPaired(name string) string {
	return fmt.Sprintf("Hello %s! I've written this to .env, which only you can read:", name)
}

// InitStart says what comes next.
func InitStart() string { return "Now start me: frasier up" }

// EndpointNoAddress says that the address of the AI provider is none.
func EndpointNoAddress(url, why string) string {
	return fmt.Sprintf("%s is no address (%s): correct FRASIER_LLM_URL", url, why)
}

// EndpointSilent says that it does not answer.
func EndpointSilent(url, why string) string {
	return fmt.Sprintf("the AI provider at %s doesn't answer (%s): check the network and FRASIER_LLM_URL", url, why)
}

// EndpointBrokeOff says that its answer broke off.
func EndpointBrokeOff(url, why string) string {
	return fmt.Sprintf("the AI provider at %s broke off (%s): try again", url, why)
}

// EndpointKey says that it refused the key.
func EndpointKey() string { return "the API key was refused: check OPENROUTER_API_KEY" }

// EndpointTrouble says that it is in trouble itself.
func EndpointTrouble(url, status string) string {
	return fmt.Sprintf("the AI provider at %s answers %s: it is in trouble itself, and work would wait. Try again later, or check FRASIER_LLM_URL", url, status)
}

// EndpointOdd says that it answers something else.
func EndpointOdd(url, status string) string {
	return fmt.Sprintf("the AI provider at %s answers %s: check FRASIER_LLM_URL", url, status)
}

// EndpointFine says that it answers.
func EndpointFine(url string) string { return url + " answers" }

// BackupRestored confirms that a backup stands in the place of the database.
func BackupRestored(from, made, aside string) string {
	text := "Restored " + from
	if made != "" {
		text += ", made on " + made
	}
	text += ".\n"
	if aside != "" {
		text += fmt.Sprintf("What it replaced is kept in %s.\n", aside)
	}
	return text + "Work continues from there when you start me; what was said and done since then is not in it."
}

// BackupBusy refuses to restore while a program works with the database.
func BackupBusy(place string) string {
	return fmt.Sprintf("Nothing was changed: I am at work with %s. Stop me first, then restore again.", place)
}

// UpdateBusy refuses to update while a program works with the database.
func UpdateBusy(place string) string {
	return fmt.Sprintf("Nothing was changed: I am at work with %s. Stop me first, then update again, then start me.", place)
}

// TerminalLineLong refuses a line of too many bytes.
func TerminalLineLong(most int) string {
	return fmt.Sprintf("That line is longer than %d MB. Please save it as a file and send the file.", most>>20)
}

// TerminalAttach says how a file is sent.
func TerminalAttach() string {
	return "Name the file: /attach FILE and, if you like, a few words about it."
}

// TerminalFile names a file that came with a message.
func TerminalFile(name string, size int) string {
	return fmt.Sprintf("[file] %s (%d bytes)", name, size)
}

// TerminalFileClosed says that a file cannot be opened.
func TerminalFileClosed(path, why string) string {
	return fmt.Sprintf("I can't open %s: %s", path, why)
}

// TerminalFileUnread says that a file cannot be read.
func TerminalFileUnread(path, why string) string {
	return fmt.Sprintf("I can't read %s: %s", path, why)
}

// TerminalFileLarge says that a file is too large.
func TerminalFileLarge(name string, most int) string {
	return fmt.Sprintf("%s is larger than %d MB; please send a smaller file", name, most>>20)
}

// ChatStart greets whoever begins to talk at a terminal.
func ChatStart(name string) string {
	return fmt.Sprintf("I'm %s. Tell me what you need, or hand over a file: /attach roadmap.md. `!help` shows what else I can do; Ctrl+D ends our talk.", name)
}

// RunProgress tells what happened to a project in a line, for whoever follows
// a run; empty for what nobody waits for. Title is that of the step, empty for
// one that only puts the document together.
func RunProgress(e org.Event, title string) string {
	switch e.Kind { //nolint:exhaustive // the journal has all of it
	case org.EventStepCompleted:
		if title == "" {
			return ""
		}
		return "✓ " + wording.Plain(title)
	case org.EventMissionPlanned, org.EventMissionReplanned, org.EventStepRejected, org.EventStepFailed, org.EventEscalation, org.EventDecided,
		org.EventProjectPaused, org.EventProjectResumed, org.EventProjectCancelled:
		return wording.TellEvent(e)
	}
	return ""
}

// StepNow says in a few words how a step that has not ended stands: what is
// being done to it, or what it waits for; empty when there is nothing to say.
func StepNow(s org.Step) string {
	switch {
	case s.State.Claimed():
		return sayDoing(s)
	case s.State == org.StepPending && s.Held != 0 && s.Held != org.HoldMission:
		return wording.Spoken(s.Held.Reasons()[0])
	}
	return ""
}

// RunEnded says in a line how a run ended: what was done, by what, in what time;
// then what is missing, where to read the rest, and the command that shows it in
// a browser; empty for none.
func RunEnded(p org.Project, r reports.Receipt, dir, look string, asks bool) string {
	word := map[org.ProjectState]string{
		org.ProjectActive: "Waiting", org.ProjectPaused: "Paused", org.ProjectCompleted: "Done", org.ProjectPartial: "Partly done", org.ProjectFailed: "Stopped", org.ProjectCancelled: "Cancelled",
	}[p.State]
	if asks {
		word = "Waits for your answer"
	}
	by := "offline (no model)"
	if r.Mode != "offline" {
		by = org.Cents(org.NanoUSD(r.CostUSD * float64(org.Dollar)))
		if r.CostUnknown > 0 {
			by += " and " + prose.Count(r.CostUnknown, "AI call") + " of unknown cost"
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s: %s, %s, %s.\n", word, prose.Count(r.Steps[string(org.StepCompleted)], "step"), by, runTook(r.Seconds))
	if p.State != org.ProjectCompleted && p.Outcome != "" {
		fmt.Fprintf(&b, "%s.\n", strings.TrimSuffix(prose.Capital(wording.Spoken(p.Outcome)), "."))
	}
	if dir != "" {
		fmt.Fprintf(&b, "Read %s (pdf, docx and html lie beside it)\n", dir+"/deliverable.md")
	}
	if look != "" {
		fmt.Fprintf(&b, "See the plan, and where each claim comes from: %s\n", look)
	}
	return b.String()
}

// runTook is a time as people say it.
func runTook(seconds float64) string {
	d := time.Duration(seconds * float64(time.Second))
	switch {
	case d < 10*time.Second:
		return fmt.Sprintf("%.1f s", seconds)
	case d < 2*time.Minute:
		return fmt.Sprintf("%.0f s", seconds)
	case d < 2*time.Hour:
		return fmt.Sprintf("%.0f min", d.Minutes())
	}
	return fmt.Sprintf("%.1f h", d.Hours())
}

// RunAsks shows the questions that a run waits for, each answer with the command that gives it.
func RunAsks(open []org.Decision) string {
	var b strings.Builder
	for _, d := range open {
		fmt.Fprintf(&b, "\n%s\n", wording.Clip(wording.Spoken(wording.Plain(d.Question)), 600))
		for _, o := range d.Options {
			fmt.Fprintf(&b, "  %s: frasier decide %s %s%s\n", wording.Plain(o.Label), d.ID, o.ID, map[bool]string{true: " WORDS"}[o.Ask != ""])
		}
	}
	return strings.TrimLeft(b.String(), "\n") + "Then give the same command again: the work goes on with your answer."
}

// TerminalIdle says that what an answer set going waits for a program that does it.
func TerminalIdle() string {
	return "Nothing runs at the moment: `frasier up`, or the same `frasier run` again, goes on with it."
}

// RunOther says where the files of a project are that another run began.
func RunOther(p org.ProjectID) string {
	return fmt.Sprintf("`frasier export %s` puts its files into a folder.", p)
}

// RunHeld says what of a run is on hold and what its founder can do; empty for nothing.
func RunHeld(h reports.HeldUp) string {
	return strings.Join(wording.ListHeld([]reports.HeldUp{h}), "\n")
}

// RunWaits says that the model's provider refuses the account, and what to do.
func RunWaits(sentence string) string {
	return fmt.Sprintf("The work waits. %s Then give the same command again: it continues where it was.", sentence)
}

// Up says that everything runs, how to stop it, and, when no link follows, where the
// dashboard is; at is empty for nowhere.
func Up(name, at string, alone bool) string {
	text := name + " runs until you press Ctrl+C or end this process; nothing is lost by either."
	switch {
	case at == "":
		return text + " There is no dashboard, since FRASIER_LISTEN is empty."
	case alone:
		return text + " Dashboard: " + at + " (`frasier dashboard` prints a link that signs you in)."
	}
	return text
}

// DashboardLink gives the link to a dashboard that is served already.
func DashboardLink(link string) string {
	return "Dashboard: " + link + "\nIt opens once, within ten minutes, while Frasier runs (frasier up)."
}

// DashboardHere gives the link to a dashboard that this command serves.
func DashboardHere(link string) string {
	return "Dashboard: " + link + "\nIt opens once, within ten minutes. I show it until you press Ctrl+C."
}

// AuditWritten says where an audit was written.
func AuditWritten(path string, lines, records int, seal string) string {
	return fmt.Sprintf("%s has %s of the log and %s. Its seal: %s\nKeep the seal apart from the file. To check it on any machine: frasier audit --check %s --seal %s",
		path, wording.CountOf(lines, "line", "lines"), wording.CountOf(records, "record", "records"), seal, path, seal)
}

// AuditFacts counts what stands in a written audit that was checked.
type AuditFacts struct {
	Lines, Records int
	Project        org.ProjectID
	First, Last    org.SealedLine
	Seal           string
	Older          bool // of a format whose seals do not hold its beginning and end
	Compared       bool // with the seal that the operator gave
}

// AuditWhole says that a written audit is as it was, what it has, and what nobody can
// tell of it.
func AuditWhole(f AuditFacts) string {
	out := []string{fmt.Sprintf("Whole: %s of the log and %s, each as it was written.", wording.CountOf(f.Lines, "line", "lines"), wording.CountOf(f.Records, "record", "records"))}
	if f.Project != "" {
		out[0] = fmt.Sprintf("It can be read: %s of the log and %s of %s.", wording.CountOf(f.Lines, "line", "lines"), wording.CountOf(f.Records, "record", "records"), f.Project)
	}
	if f.Lines > 0 {
		out = append(out, fmt.Sprintf("First: line %d of the log, %s, %s\nLast: line %d of the log, %s, %s", f.First.Seq, sealedAt(f.First), f.First.Kind, f.Last.Seq, sealedAt(f.Last), f.Last.Kind))
	}
	switch {
	case f.Older:
		out = append(out, "It is of an older format: whether lines were cut off its beginning or its end can't be told. Write it anew with frasier audit.")
	case f.Compared:
		out = append(out, "It is the file that was written with this seal.")
	default:
		out = append(out, "Its seal: "+f.Seal, "Whoever changes a file can seal it anew, and nothing in it shows that. Compare its seal with the one that was printed when it was written: --seal does it.")
	}
	if f.Project != "" {
		out = append(out, "Whether a line of the log was changed before it was written can't be told from one project's lines; the whole log shows it.")
	}
	return strings.Join(out, "\n")
}

func sealedAt(l org.SealedLine) string {
	return moment.Mark(time.UnixMicro(l.At), moment.Minute)
}

// AuditOther says that a file is not the one of a seal.
func AuditOther(want, got string) string {
	if got == "" {
		got = "none, since it is of an older format"
	}
	return fmt.Sprintf("Not the file of this seal. The seal of the file: %s\nGiven: %s\nIt was changed and sealed anew, or it is another one.", got, wording.Clip(wording.Plain(want), 80))
}

// AuditWrong names the first line of a written journal that is not as it was.
func AuditWrong(line int, what string) string {
	return fmt.Sprintf("Not whole. Line %d of the file: %s.", line, what)
}

// DoneAnew says how many steps were done anew with other prompts, for how much, and
// where that can be looked at again.
func DoneAnew(done, failed, projects int, spent org.NanoUSD, id string) string {
	switch {
	case projects == 0:
		return "There is no project whose document you have accepted, so nothing was asked."
	case done+failed == 0:
		return "Nothing would be written otherwise with these prompts, so nothing was asked. Prompts of those who judge are left out, so that the same judges compare."
	}
	text := fmt.Sprintf("%s of %s done anew for %s, in a copy that is thrown away; your own work is as it was.", wording.CountOf(done, "step", "steps"), wording.CountOf(projects, "project", "projects"), org.Cents(spent))
	if failed > 0 {
		text += fmt.Sprintf(" %s could not be: see above.", wording.CountOf(failed, "step", "steps"))
	}
	if id != "" {
		text += fmt.Sprintf(" The dashboard keeps it as %s, under Costs.", id)
	}
	return text
}

// Replayed says how many stages came out as they were. Those that are gone could not be
// compared, since what they were made of is no longer kept.
func Replayed(same, all, gone int) string {
	switch {
	case gone == all && all > 0:
		return "None of it can be done again: what it was made of is no longer kept."
	case gone > 0:
		return fmt.Sprintf("%d of %d stages came out the same; %d can't be compared, since what they were made of is no longer kept.", same, all, gone)
	case all == 0:
		return "Nothing is kept of this project that could be done again."
	case same == all:
		return fmt.Sprintf("%d of %d stages came out the same, byte for byte.", same, all)
	}
	return fmt.Sprintf("%d of %d stages came out the same; the others are listed above.", same, all)
}
