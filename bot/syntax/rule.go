package syntax

import (
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// standingWords begin a rule for all work, in the languages that founders write in.
var standingWords = lazyregexp.New(`(?i)^(please |bitte |s'il te plaît,? |por favor,? )?(rule:|remember:|` +
	`(always|never|from now on|whenever|every time|immer|nie|niemals|ab (jetzt|sofort)|toujours|ne jamais|désormais|à partir de maintenant|` +
	`siempre|nunca|a partir de ahora|sempre|mai|d'ora in poi|a partir de agora|altijd|nooit|vanaf nu|zawsze|nigdy|od teraz|alltid|aldrig|aldri|altid)(\PL|$))`)

var sentenceEnd = lazyregexp.New(`[.!\n]+(\s+|$)`)

// IsRule reports whether a text says how all work is to be done: each of its sentences
// begins as rules do.
func IsRule(text string) bool {
	said := 0
	for _, s := range sentenceEnd.Split(strings.TrimSpace(text), -1) {
		if s = strings.TrimSpace(s); s == "" {
			continue
		}
		if said++; !standingWords.MatchString(s) || strings.HasSuffix(s, "?") {
			return false
		}
	}
	return said > 0
}
