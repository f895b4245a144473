// Package quotetest makes cases for the quote verifier: true quotes as
// copying and extraction distort them, and false ones that differ by a digit, a
// sign or a word. Tests and the evaluation share it.
package quotetest

import (
	"strings"
	"unicode"
)

// Case is one quote and the text in which it is looked for.
type Case struct {
	Name   string // "brightwater/digit"
	Kind   string // the mutation: "digit"
	Text   string // the source
	Quote  string
	Accept bool // whether the quote stands in the text
	Number bool // whether a wrong acceptance would let a false number through
}

// base is a sentence with the places that mutations touch.
type base struct {
	name     string
	sentence string
	figure   string // a decimal or grouped number of the sentence
	entity   string
	other    string // a name of the same sort
	verb     string // a negation fits behind it
}

// mutation turns a base into a text and a quote.
type mutation struct {
	kind   string
	accept bool
	number bool
	make   func(b base) (text, quote string)
}

// Mutations returns 400 cases: 20 sentences, each distorted in 10 ways that
// keep it true and in 10 ways that make it false. The result is the same on
// every call.
func Mutations() []Case {
	var out []Case
	for _, b := range bases() {
		for _, m := range append(faithful(), altered()...) {
			text, quote := m.make(b)
			out = append(out, Case{
				Name: b.name + "/" + m.kind, Kind: m.kind, Accept: m.accept, Number: m.number,
				Text: before + text + after, Quote: quote,
			})
		}
	}
	return out
}

const (
	before = "The report opens with a summary of 7 pages. It was last changed on 2026-03-01.\n\n"
	after  = " Further tables follow in the annex, among them one with 42 rows."
)

// faithful are mutations after which the quote still stands in the text.
func faithful() []mutation {
	quoted := func(kind string, f func(string) string) mutation {
		return mutation{kind, true, false, func(b base) (string, string) { return b.sentence, f(b.sentence) }}
	}
	printed := func(kind string, f func(string) string) mutation {
		return mutation{kind, true, false, func(b base) (string, string) { return f(b.sentence), b.sentence }}
	}
	swap := func(pairs ...string) func(string) string { return strings.NewReplacer(pairs...).Replace }
	return []mutation{
		quoted("upper case", strings.ToUpper),
		quoted("lower case", strings.ToLower),
		quoted("quotation marks", func(s string) string { return "“" + swap("'", "’", `"`, "”")(s) + "”" }),
		printed("curly in the source", swap("'", "’", `"`, "”", "-", "‑")),
		printed("ligatures", swap("ffi", "ﬃ", "fi", "ﬁ", "fl", "ﬂ", "ff", "ﬀ")),
		printed("lost spaces", swap(" ", "")),
		quoted("line breaks", func(s string) string { return wrap(s, 28) }),
		printed("hyphenation", hyphenate),
		printed("soft hyphens", softHyphens),
		printed("no-break spaces", swap(" ", "\u00a0")),
	}
}

// altered are mutations after which the quote says something else.
func altered() []mutation {
	figure := func(kind string, f func(string) string) mutation {
		return mutation{kind, false, true, func(b base) (string, string) {
			return b.sentence, strings.Replace(b.sentence, b.figure, f(b.figure), 1)
		}}
	}
	word := func(kind string, f func(b base) string) mutation {
		return mutation{kind, false, false, func(b base) (string, string) { return b.sentence, f(b) }}
	}
	return []mutation{
		figure("digit", func(s string) string { return change(s, len(s)-1) }),
		figure("first digit", func(s string) string { return change(s, 0) }),
		figure("digit added", func(s string) string { return s + "0" }),
		figure("digit dropped", func(s string) string { return s[:len(s)-1] }),
		figure("sign", func(s string) string { return "-" + s }),
		figure("mark moved", func(s string) string {
			i := strings.IndexAny(s, ".,")
			return s[:i] + s[i+1:i+2] + s[i:i+1] + s[i+2:]
		}),
		figure("marks swapped", strings.NewReplacer(".", ",", ",", ".").Replace),
		{"number cut", false, true, func(b base) (string, string) {
			i := strings.Index(b.sentence, b.figure)
			if i > len(b.sentence)/2 {
				return b.sentence, b.sentence[:i+len(b.figure)-1]
			}
			return b.sentence, b.sentence[i+1:]
		}},
		word("negation", func(b base) string {
			return strings.Replace(b.sentence, " "+b.verb+" ", " "+b.verb+" not ", 1)
		}),
		word("name", func(b base) string { return strings.Replace(b.sentence, b.entity, b.other, 1) }),
	}
}

// change replaces the digit at s[i] by the next one.
func change(s string, i int) string {
	return s[:i] + string('0'+(s[i]-'0'+1)%10) + s[i+1:]
}

// wrap breaks s into lines of about width bytes.
func wrap(s string, width int) string {
	var b strings.Builder
	n := 0
	for _, w := range strings.Fields(s) {
		if n > 0 && n+len(w) > width {
			b.WriteString("\n")
			n = 0
		} else if n > 0 {
			b.WriteString(" ")
		}
		b.WriteString(w)
		n += len(w) + 1
	}
	return b.String()
}

// hyphenate cuts every word of eight or more letters in two, as at the end of
// a line.
func hyphenate(s string) string {
	words := strings.Split(s, " ")
	for i, w := range words {
		if len(w) >= 8 && strings.IndexFunc(w, func(c rune) bool { return !unicode.IsLetter(c) || c > 'z' }) < 0 {
			words[i] = w[:4] + "-\n" + w[4:]
		}
	}
	return strings.Join(words, " ")
}

func softHyphens(s string) string {
	var b strings.Builder
	for i, c := range s {
		if i > 0 && i%5 == 0 && unicode.IsLetter(c) {
			b.WriteRune(0xAD)
		}
		b.WriteRune(c)
	}
	return b.String()
}
