package when

import (
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// Verbs of work that somebody may be told to do again and again. What only tells of a habit ("every Monday we meet") has none of them
// where an order has it.
const toDo = `(?:look(?: +(?:at|for|into|up|through|after))?|check|research|find(?: +out)?|compare|summari[sz]e|sum +up|write|draft|list|watch|track|monitor|review|report|collect|gather|search|scan|analy[sz]e|prepare|compile|investigate|read|see|run|repeat|redo|do|tell +(?:me|us)|send +(?:me|us)|give +(?:me|us)|show +(?:me|us)|make +(?:me|us)|get +(?:me|us)|` +
	`schaue?|sieh|guck(?:e)?|prüfe?|überprüfe?|suche?|finde?|vergleiche?|fasse?|schreibe?|liste?|beobachte?|recherchiere?|untersuche?|sammle|sammele?|erstelle?|berichte?|lies|mache?|analysiere?|zeige?|gib|sag(?:e)? +(?:mir|uns))`

var (
	repeated = lazyregexp.New(`(?is)^` + politely + `(.+)$`)
	ordered  = lazyregexp.New(`(?is)^(?:please +|bitte +)?` + toDo + `\b`)
	// "Schau dir jeden Montag die Preise an": the time stands behind the verb.
	within = lazyregexp.New(`(?is)^(` + toDo + `(?: +(?:dir|euch|mir|uns|mal|bitte))*) +((?:jede|every|each|täglich|wöchentlich|monatlich|werktags|montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags).*)$`)
	// "every other Monday look at ...": no such time can be kept, which is to be said.
	odd   = lazyregexp.New(`(?is)^(?:every +(?:other|second|third|two|three|four|few|\d+)|alle +(?:zwei|drei|vier|paar|\d+)|jede[nrs]? +zweite[nrs]?) +(?:` + weekdays + `|day|week|month|hour|minute|tage?|wochen?|monate?|stunden?|minuten?)s?\b,? *(.*)$`)
	limit = lazyregexp.New(`(?i)[ ,]+(?:and |und )?(?:for |für )?(?:at most|no more than|up to|not more than|höchstens|maximal|bis zu) +(?:\$ *)?(\d{1,4}(?:[.,]\d{1,2})?) *(?:\$|usd|dollars?|dollar)?(?: +(?:each|each time|a run|per run|every time|pro lauf|jedes mal|each week|a time))?[ .!]*$`)
)

// Order is work that somebody orders to be done again and again.
type Order struct {
	Reading
	Matter string // what is to be done
	Most   string // the most that it may cost each time, as it was said: "2", "1.50"; empty where nobody said it
}

// FindOrder finds an order to do something again and again: "every Monday look at the prices of oats". Its error says why the
// time can't be taken; what orders nothing, or nothing that repeats, is none.
func FindOrder(text string, now time.Time, zone *time.Location) (out Order, ok bool, err error) {
	const most = 1000
	m := repeated.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil || len(text) > most {
		return Order{}, false, nil
	}
	words := strings.TrimRight(strings.Join(strings.Fields(m[1]), " "), "?!. ")
	if at := limit.FindStringSubmatchIndex(words); at != nil {
		out.Most = strings.ReplaceAll(words[at[2]:at[3]], ",", ".")
		words = words[:at[0]]
	}
	lead := ""
	if m := within.FindStringSubmatch(words); m != nil {
		lead, words = m[1]+" ", m[2]
	}
	if m := odd.FindStringSubmatch(words); m != nil {
		rest := m[len(m)-1]
		out.Part, out.Matter = strings.TrimRight(strings.TrimSuffix(words, rest), ", "), lead+rest
		if !ordered.MatchString(out.Matter) {
			return Order{}, false, nil
		}
		return out, true, ErrOften
	}
	got, err := Read(words, now, zone)
	if got.Spec == "" {
		return Order{}, false, nil
	}
	out.Reading, out.Matter = got, lead+got.Rest
	if got.Rest == "" || !ordered.MatchString(out.Matter) {
		return Order{}, false, nil
	}
	return out, true, err
}
