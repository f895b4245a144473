package check

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/redact"
)

// checkMeta is A9: advice about doing the work, and placeholders. What the task
// itself says is no defect, and blanks to fill in belong in a template.
func (c *checker) checkMeta() {
	low := strings.ToLower(c.Draft.Text)
	around := strings.ToLower(c.Context)
	template := false
	for _, w := range []string{"template", "email", "script", "letter", "message", "copy", "contract", "form", "outreach", "vorlage"} {
		template = template || c.words[w]
	}
	for _, phrase := range MetaPhrases() {
		if strings.HasPrefix(phrase, "[") && template || strings.Contains(around, phrase) {
			continue
		}
		if hasWholeWords(low, phrase) {
			c.addDefect(Defect{
				Check: "A9", Text: phrase, Hard: true,
				Fix: `deliver the finished piece: "` + phrase + `" is advice about the work or a placeholder`,
			})
		}
	}
}

// MetaPhrases lists, in lower case, what only an answer about the work would
// say.
func MetaPhrases() []string {
	return []string{
		"as an ai", "as a language model", "lorem ipsum", "[insert", "[your", "todo:", "tbd",
		"you should research", "one could research", "the writer should", "this section should", "this section will",
		"the next step would be to research", "i would recommend researching", "here is how someone", "i cannot browse",
	}
}

// "as an ai" is not in "as an airline".
func hasWholeWords(text, phrase string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], phrase)
		if i < 0 {
			return false
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(text[i+len(phrase):])
		last, _ := utf8.DecodeLastRuneInString(phrase)
		if !unicode.IsLetter(before) && (!unicode.IsLetter(last) || !unicode.IsLetter(after)) {
			return true
		}
		from = i + 1
	}
}

// checkLeaks is A10: marks, keys and sentences of the instructions must not appear.
func (c *checker) checkLeaks() {
	for _, secret := range c.Secrets {
		if secret != "" && strings.Contains(c.Draft.Text, secret) {
			c.addDefect(Defect{Check: "A10", Fix: "internal marks appear in the text: remove them", Hard: true})
		}
	}
	for _, l := range findKeys(c.Draft.Text) {
		c.addDefect(Defect{Check: "A10", Text: hintSecret(l.Value), Fix: "something that looks like a secret stands in the text (" + l.Kind + "): remove it", Hard: true})
	}
	if p := findRepeated(c.Draft.Text, c.Instructions); p != "" && !strings.Contains(c.folded, p) {
		c.addDefect(Defect{Check: "A10", Text: p, Fix: "the text repeats the instructions: remove that", Hard: true})
	}
}

// Secrets without a digit are left out: manuals write such values in the place of one.
func findKeys(text string) []redact.Secret {
	return slices.DeleteFunc(redact.Find(text), func(l redact.Secret) bool { return !strings.ContainsAny(l.Value, "0123456789") })
}

func hintSecret(value string) string {
	const shown, least = 8, 16
	if len(value) < least {
		return "..."
	}
	return value[:shown] + "..."
}

func findRepeated(text, instructions string) string {
	const gram = 8
	told := prose.Words(instructions)
	if len(told) < gram {
		return ""
	}
	have := map[string]bool{}
	for i := 0; i+gram <= len(told); i++ {
		have[strings.Join(told[i:i+gram], " ")] = true
	}
	words := prose.Words(text)
	for i := 0; i+gram <= len(words); i++ {
		if g := strings.Join(words[i:i+gram], " "); have[g] {
			return g
		}
	}
	return ""
}
