package converse

import (
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// PlainAnswer reads a founder's plain words as the answer to a decision: the
// id of an option with words, as Decide takes it. It is false for words that
// may mean something else, and the decision then stays as it is.
//
// An option is chosen by its letter or its label alone, or by either with
// ":" or ")" and words after it where it asks for words. Other words answer a
// question, by the one option that takes words; a yes, a no and the like do
// so only where there is nothing else to agree to. A plan's price and a gate
// are never passed by anything but the letter or the label alone.
func PlainAnswer(d org.Decision, said string) (answer string, ok bool) {
	said = strings.TrimSpace(said)
	if strings.HasSuffix(said, "?") || len(prose.Words(said)) == 0 {
		return "", false
	}
	if o, words, ok := namedOption(d, said); ok {
		if (words == "") != (o.Ask == "") {
			return "", false
		}
		return strings.TrimSpace(o.ID + " " + words), true
	}
	if d.Kind != org.DecideQuestion {
		return "", false
	}
	if len(d.Options) == 0 {
		return said, true
	}
	takes := slices.DeleteFunc(slices.Clone(d.Options), func(o org.Option) bool { return o.Ask == "" })
	if len(takes) != 1 || d.Step == "" && isVague(said) {
		return "", false
	}
	return takes[0].ID + " " + said, true
}

func namedOption(d org.Decision, said string) (o org.Option, words string, ok bool) {
	head, words, more := cutName(said)
	for _, o := range d.Options {
		if n := prose.Fold(head); more && (n == prose.Fold(o.ID) || n == prose.Fold(o.Label)) {
			return o, words, true
		}
		if n := prose.Fold(said); n == prose.Fold(o.ID) || n == prose.Fold(o.Label) {
			return o, "", true
		}
	}
	return org.Option{}, "", false
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

// isVague reports whether words only agree, refuse or greet, so that they say
// nothing of what was asked.
func isVague(said string) bool {
	lexicon := []string{
		"yes", "yep", "yeah", "no", "nope", "ok", "okay", "sure", "fine", "good", "great", "nice", "cool", "perfect", "go", "ahead", "do", "it",
		"please", "thanks", "thank", "thx", "you", "hi", "hello", "hey", "sounds", "looks", "approved", "approve", "agreed", "right", "done", "now",
	}
	return !slices.ContainsFunc(prose.Words(said), func(w string) bool { return !slices.Contains(lexicon, w) })
}
