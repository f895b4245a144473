package org

import (
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/prose"
)

// Asked is what a message may be the answer to.
type Asked struct {
	// Line is the command that the message was carried out as before, when a
	// crash came between that and its turn; empty when it was none.
	Line string
	// Card is the decision on whose card the message replies, answered or not;
	// its ID is empty when it replies to no such card.
	Card Decision
	// Pending says that a decision's card is on its way and nobody knows yet
	// under which id, so that the message may reply to that one; it is false
	// when Card or Line are known.
	Pending bool
	// Open are the decisions that wait in the project whose thread the message
	// stands in.
	Open []Decision
}

// PlainAnswer reads a founder's plain words as the answer to a decision: the
// id of an option with words, as Decide takes it. It is false for words that
// may mean something else, and the decision then stays as it is.
//
// An option is chosen by its letter or its label alone, or by either with
// ":" or ")" and words after it where it asks for words. Other words answer a
// question, by the one option that takes words; a yes, a no and the like do
// so only where there is nothing else to agree to. A plan's price and a gate
// are never passed by anything but the letter or the label alone.
func PlainAnswer(d Decision, said string) (answer string, ok bool) {
	said = strings.TrimSpace(said)
	if strings.HasSuffix(said, "?") || len(prose.Words(said)) == 0 {
		return "", false
	}
	if o, words, ok := named(d, said); ok {
		if (words == "") != (o.Ask == "") {
			return "", false
		}
		return strings.TrimSpace(o.ID + " " + words), true
	}
	if d.Kind != DecideQuestion {
		return "", false
	}
	if len(d.Options) == 0 {
		return said, true
	}
	takes := slices.DeleteFunc(slices.Clone(d.Options), func(o Option) bool { return o.Ask == "" })
	if len(takes) != 1 || d.Step == "" && Vague(said) {
		return "", false
	}
	return takes[0].ID + " " + said, true
}

// named finds the option that words name, and the words after its name.
func named(d Decision, said string) (o Option, words string, ok bool) {
	head, words, more := cutName(said)
	for _, o := range d.Options {
		if n := prose.Fold(head); more && (n == prose.Fold(o.ID) || n == prose.Fold(o.Label)) {
			return o, words, true
		}
		if n := prose.Fold(said); n == prose.Fold(o.ID) || n == prose.Fold(o.Label) {
			return o, "", true
		}
	}
	return Option{}, "", false
}

// cutName splits "b) words" and "give a hint: words".
func cutName(said string) (head, words string, ok bool) {
	i := strings.IndexAny(said, ":)")
	if i < 1 {
		return "", "", false
	}
	words = strings.TrimSpace(said[i+1:])
	return said[:i], words, words != ""
}

// Vague reports whether words only agree, refuse or greet, so that they say
// nothing of what was asked.
func Vague(said string) bool {
	lexicon := []string{
		"yes", "yep", "yeah", "no", "nope", "ok", "okay", "sure", "fine", "good", "great", "nice", "cool", "perfect", "go", "ahead", "do", "it",
		"please", "thanks", "thank", "thx", "you", "hi", "hello", "hey", "sounds", "looks", "approved", "approve", "agreed", "right", "done", "now",
	}
	return !slices.ContainsFunc(prose.Words(said), func(w string) bool { return !slices.Contains(lexicon, w) })
}
