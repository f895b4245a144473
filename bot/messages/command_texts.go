package messages

// CommandText says in a line what a command does; empty for an unknown one.
func CommandText(command string) string {
	return map[string]string{
		"add":        "add a message to a project",
		"confirm":    "say yes to what was asked back",
		"agents":     "who is on your team, and what they work on",
		"ask":        "ask or say something, as if you wrote it in the channel",
		"cancel":     "end a project; I ask first, and you can take it back for a day",
		"changes":    "have something changed in a project's document",
		"dashboard":  "a link that opens everything in your browser",
		"delete":     "take a project that has ended out of the lists; nothing of it is lost",
		"doctor":     "is everything well? if not, what to do",
		"drop":       "leave a step out; what needed it goes on without it",
		"export":     "a project's document and sources as files",
		"first":      "have a step done before all others that wait",
		"gate":       "where a project stops and waits for your yes: list, set, or off",
		"help":       "what you can say",
		"pause":      "let a project rest; steps already running will finish",
		"plan":       "a project's plan: who does what after what",
		"project":    "start a project from words or a file, or limit what one may cost",
		"diff":       "what a step or project changed in its code",
		"checks":     "how each change of the code was tried, before and after",
		"runs":       "which changes of code are under way, and how far",
		"workspaces": "work on code by its name: where it starts, where it goes, how far it is",
		"isolate":    "whether a step's change stays in a copy of mine, or comes into your folder too once it is merged",
		"repo":       "the repositories whose code may be changed: list, show, add by address, set up, remove",
		"redo":       "have a step done again, with a note",
		"replan":     "plan the rest of a project again; finished steps are kept",
		"resume":     "let a paused project continue, or take back a cancellation",
		"schedule":   "run a project again and again: list, add, stop",
		"settings":   "what is set, and what you can change here",
		"steer":      "tell the team of a project something, or whoever works on one step",
		"share":      "show a finished project to others by a link, or take it away again",
		"undelete":   "bring a deleted project back into the lists",
		"why":        "why a step or project is as it is",
	}[command]
}

// OptionText says what an option of a command is; empty for an unknown one.
func OptionText(command, option string) string {
	if text := map[string]string{
		"add message":      "the message",
		"ask text":         "what you want to know or have done",
		"diff subject":     "a step like s12, or a project",
		"isolate step":     "a step that changes code, like s12",
		"isolate do":       "on: in a copy of mine; off: in your folder too; default: as its repository says",
		"checks subject":   "a step like s12, or a project",
		"cancel sure":      "yes ends it without the question",
		"changes text":     "what should change",
		"drop step":        "a step, by number or how its title begins",
		"drop text":        "why",
		"first step":       "a step, by number or how its title begins",
		"gate when":        "after planning, after each phase, before the document, or a step; off takes it away",
		"help command":     "one command to explain",
		"project cap":      "the most it may cost in all, in dollars; off takes it away",
		"project goal":     "what it should achieve",
		"project project":  "with cap: which project; the one of the thread when left out",
		"repo do":          "add, remove, or a repository; all are listed when left out",
		"repo text":        "with add its address; with a repository: check, minutes or push, and the value",
		"redo step":        "a step, by number or how its title begins",
		"redo text":        "what should be different",
		"replan text":      "what should be different",
		"schedule cron":    "when: \"0 8 * * 1\" (Mondays at 8), @daily, @weekly, @monthly",
		"schedule missed":  "runs missed while nothing ran: one now, or none",
		"schedule project": "a project; or stop, and then the schedule",
		"schedule zone":    "time zone, like Europe/Berlin; yours when left out",
		"settings name":    "what to change",
		"settings value":   "its new value; default puts it back",
		"steer subject":    "a project or a step",
		"steer text":       "what the team should know",
		"share project":    "its number or title",
		"share how":        "cost to show its price too, listed to name it on the first page, off to take it away",
		"share sure":       "yes, without asking",
		"undelete project": "its number",
		"why subject":      "a step or a project, by number or title",
	}[command+" "+option]; text != "" {
		return text
	}
	switch {
	case option == "project" && (command == "pause" || command == "resume"):
		return "a project, all, or a step like s12"
	case option == "project" && command == "cancel":
		return "a project, or all"
	case option == "project":
		return "a project: its number or how its title begins"
	}
	return map[string]string{"file": "a file that goes with it", "text": "words to go with it", "do": "what to do"}[option]
}

// OpenProjects is the choice of all open projects.
func OpenProjects() string { return "all open projects" }
