package check

import (
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// Proposal reports whether a clause says what somebody should do or assume, or
// asks; it states no fact.
func Proposal(clause string) bool {
	words := prose.Words(clause)
	if len(words) == 0 {
		return false
	}
	for len(words) > 1 && slices.Contains([]string{"first", "then", "next", "finally", "so", "and", "also", "second", "third", "please", "if", "before", "after", "by"}, words[0]) {
		words = words[1:]
	}
	words = skipDay(words)
	if isImperative(words[0]) && !isNoun(clause, words) || hasLabel(clause) || isCondition(clause) {
		return true
	}
	for i, w := range words {
		next := ""
		if i+1 < len(words) {
			next = words[i+1]
		}
		if isModal(w, next) {
			return true
		}
	}
	return false
}

// Orders may begin with a day: "On Monday ask", "By 4 December pay".
func skipDay(words []string) []string {
	const longest = 4 // "on monday 30 november"
	if !slices.Contains([]string{"on", "by", "until", "before", "from"}, words[0]) {
		return words
	}
	at := 1
	for at < len(words) && at <= longest && (isMonthOrDay(words[at]) || words[at] == "may" || strings.Trim(words[at], "0123456789") == "") {
		at++
	}
	day := at > 1 && slices.ContainsFunc(words[1:at], isMonthOrDay)
	if !day || at == len(words) {
		return words
	}
	return words[at:]
}

// "You should know that" proposes nothing.
func isModal(w, next string) bool {
	switch w {
	case "should", "shall", "must":
		return !slices.Contains([]string{"know", "note", "remember", "expect"}, next)
	case "recommend", "recommends", "recommended", "propose", "proposed", "suggest", "assume", "assuming", "suppose", "imagine", "empfehle", "empfehlen",
		"sollte", "sollten", "vorschlag", "hypothetical", "deadline":
		return true
	case "we", "i":
		return next == "will" || next == "would"
	case "let":
		return next == "s" || next == "us"
	case "for":
		return next == "example" || next == "instance"
	}
	return false
}

func isImperative(w string) bool {
	switch w {
	case "add", "aim", "allow", "allocate", "apply", "approve", "arrange", "ask", "assign", "avoid", "begin", "block", "book", "budget", "build", "buy",
		"call", "cap", "charge", "check", "close", "choose", "collect", "compare", "confirm", "contact", "create", "cut", "decide", "define", "design", "draft", "drop",
		"email", "ensure", "file", "fix", "get", "give", "go", "hire", "hold", "interview", "invite", "keep", "launch", "limit", "list", "make",
		"measure", "meet", "move", "negotiate", "offer", "open", "order", "pay", "pick", "pilot", "plan", "post", "prepare", "price", "publish",
		"put", "raise", "recruit", "refund", "reserve", "review", "revisit", "run", "schedule", "sell", "send", "set", "ship", "sign", "spend", "start",
		"stop", "switch", "take", "target", "test", "track", "try", "use", "verify", "visit", "wait", "write":
		return true
	}
	return false
}

// An imperative may be a noun: "Set-up took two hours" and "Price rose by a fifth" state facts.
func isNoun(clause string, words []string) bool {
	at := strings.Index(strings.ToLower(clause), words[0])
	if at >= 0 && strings.HasPrefix(clause[at+len(words[0]):], "-") {
		return true
	}
	return len(words) > 1 && slices.Contains([]string{
		"is", "are", "was", "were", "has", "had", "took", "takes", "rose", "rises", "fell", "falls", "grew", "grows", "went", "came", "cost", "costs", "showed", "shows",
	}, words[1])
}

// "If fewer than half use it, go back" says what to do in a case.
func isCondition(text string) bool {
	head, tail, found := strings.Cut(text, ", ")
	first := prose.Words(head)
	if !found || len(first) == 0 || !slices.Contains([]string{"if", "when", "once", "unless", "until", "should"}, first[0]) {
		return false
	}
	words := prose.Words(tail)
	return len(words) > 0 && (isImperative(words[0]) || words[0] == "then" || slices.Contains(words, "should"))
}

// Planners write labels: "Effort: 2 days".
func hasLabel(clause string) bool {
	head, _, found := strings.Cut(clause, ":")
	if !found {
		return false
	}
	if strings.HasPrefix(prose.Fold(head), "what would") {
		return true
	}
	switch prose.Fold(head) {
	case "owner", "effort", "deadline", "due", "when", "timeline", "time", "duration", "priority", "budget", "target", "goal", "assumption", "next step",
		"next action", "action", "kpi", "milestone":
		return true
	}
	return false
}

// Research and analysis ask for none unless their task says so.
func asksForNumbers(s org.Step) bool {
	switch s.Kind {
	case org.KindResearch, org.KindAnalysis:
	case org.KindStrategy, org.KindWriting, org.KindEngineering, org.KindCreative, org.KindSimple, org.KindAssembly:
		return true
	}
	return slices.ContainsFunc(prose.Words(s.Title), func(w string) bool {
		switch w {
		case "set", "choose", "decide", "pick", "propose", "plan", "price", "budget", "schedule", "estimate", "forecast", "festlegen", "entscheide", "entscheiden", "plane":
			return true
		}
		return false
	})
}

// longestName counts the words of a case's name.
const longestName = 5

// What an author or his side does, sets or supposes states nothing of the world, nor does what is
// to be done in a case.
func isDecision(s Sentence, said string) bool {
	text := strings.Trim(said, "*_ ")
	words := prose.Words(text)
	if len(words) == 0 {
		return false
	}
	if Proposal(text) || isPlanSection(s.Section) || isOwnRow(s) {
		return true
	}
	first := words[0]
	if name, tail, found := strings.Cut(text, ": "); found && len(prose.Words(name)) <= longestName && len(prose.Words(tail)) > 0 {
		first = prose.Words(tail)[0] // "Costs rise: if a loaf costs more, both prices go up"
	}
	switch first {
	case "if", "when", "once", "unless", "until", "by", "should", "wenn", "falls", "bis":
		return true
	}
	return isFirstPerson(words)
}

// Telling what one found does not count.
func isFirstPerson(words []string) bool {
	for i, w := range words {
		switch w {
		case "we", "i", "our", "ours", "my", "us", "wir", "unser", "unsere":
		default:
			continue
		}
		if i+1 == len(words) {
			return true
		}
		switch words[i+1] {
		case "found", "find", "saw", "see", "read", "asked", "measured", "counted", "know", "learned", "surveyed", "interviewed", "tested", "survey", "study", "sources":
			return false
		}
		return true
	}
	return false
}

// A row is the author's own in a plan, or where it or its column says ours or proposed.
func isOwnRow(s Sentence) bool {
	if !s.Row {
		return false
	}
	first, _, _ := strings.Cut(strings.Trim(s.Text, "| "), "|")
	for _, w := range slices.Concat(prose.Words(first), prose.Words(s.header)) {
		switch w {
		case "our", "ours", "we", "us", "proposed", "proposal", "target", "plan", "planned", "decision", "owner", "who", "what", "step", "action", "task", "when",
			"milestone", "budget", "wer", "wann":
			return true
		}
	}
	return false
}
