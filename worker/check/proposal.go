package check

import (
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

// Proposal reports whether a clause says what somebody should do or assume, or
// asks; it states no fact.
func Proposal(clause string) bool {
	words := org.Words(clause)
	if len(words) == 0 {
		return false
	}
	for len(words) > 1 && slices.Contains([]string{"first", "then", "next", "finally", "so", "and", "also", "second", "third", "please", "if", "before", "after", "by"}, words[0]) {
		words = words[1:]
	}
	if imperative(words[0]) && !noun(clause, words) || label(clause) || condition(clause) {
		return true
	}
	for i, w := range words {
		next := ""
		if i+1 < len(words) {
			next = words[i+1]
		}
		if modal(w, next) {
			return true
		}
	}
	return false
}

// modal reports whether a word, with the one behind it, makes a clause a
// proposal. "You should know that" makes none.
func modal(w, next string) bool {
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

// imperative reports whether a word at the start of a clause tells somebody to
// do something.
func imperative(w string) bool {
	switch w {
	case "add", "aim", "allow", "allocate", "apply", "approve", "arrange", "ask", "assign", "avoid", "begin", "block", "book", "budget", "build", "buy",
		"call", "cap", "check", "choose", "collect", "compare", "confirm", "contact", "create", "cut", "decide", "define", "design", "draft", "drop",
		"email", "ensure", "file", "fix", "get", "give", "go", "hire", "hold", "interview", "invite", "keep", "launch", "limit", "list", "make",
		"measure", "meet", "move", "negotiate", "offer", "open", "order", "pay", "pick", "pilot", "plan", "post", "prepare", "price", "publish",
		"put", "raise", "recruit", "reserve", "review", "revisit", "run", "schedule", "sell", "send", "set", "ship", "sign", "spend", "start",
		"stop", "switch", "take", "target", "test", "track", "try", "use", "verify", "visit", "wait", "write":
		return true
	}
	return false
}

// noun reports whether the first word, which could be an imperative, is one:
// part of a compound, or what the verb behind it is about. "Set-up took two
// hours" and "Price rose by a fifth" state facts.
func noun(clause string, words []string) bool {
	at := strings.Index(strings.ToLower(clause), words[0])
	if at >= 0 && strings.HasPrefix(clause[at+len(words[0]):], "-") {
		return true
	}
	return len(words) > 1 && slices.Contains([]string{
		"is", "are", "was", "were", "has", "had", "took", "takes", "rose", "rises", "fell", "falls", "grew", "grows", "went", "came", "cost", "costs", "showed", "shows",
	}, words[1])
}

// condition reports whether a sentence says what to do in a case: "If fewer
// than half use it, go back".
func condition(text string) bool {
	head, tail, found := strings.Cut(text, ", ")
	first := org.Words(head)
	if !found || len(first) == 0 || !slices.Contains([]string{"if", "when", "once", "unless", "until", "should"}, first[0]) {
		return false
	}
	words := org.Words(tail)
	return len(words) > 0 && (imperative(words[0]) || words[0] == "then" || slices.Contains(words, "should"))
}

// label reports whether a clause begins with a planner's label: "Effort: 2
// days".
func label(clause string) bool {
	head, _, found := strings.Cut(clause, ":")
	if !found {
		return false
	}
	if strings.HasPrefix(org.Fold(head), "what would") {
		return true
	}
	switch org.Fold(head) {
	case "owner", "effort", "deadline", "due", "when", "timeline", "time", "duration", "priority", "budget", "target", "goal", "assumption", "next step",
		"next action", "action", "kpi", "milestone":
		return true
	}
	return false
}
