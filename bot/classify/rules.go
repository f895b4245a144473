package classify

import (
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/roadmap"
)

// Rules says what the structure of a message alone decides. The rules that
// hit are kept by name even when a model decides later.
func Rules(m org.Message) org.Classification {
	var c org.Classification
	words := prose.Words(m.Text)
	if m.Explicit {
		c.Rules = append(c.Rules, "explicit command")
		c.Command = "project"
		c.Class, c.Confidence, c.Structural, c.Certain = org.ClassFullProject, 1, true, true
		c.Title = Title(m)
		return c
	}
	if cmd, ok := syntax.Name(m.Text); ok {
		c.Rules = append(c.Rules, "command")
		c.Command = cmd
		return c
	}
	for _, a := range m.Attachments {
		if a.Quoted() || !MayPlan(a) {
			continue
		}
		headings, items := roadmap.Counts(a.Text)
		switch {
		case headings >= org.RoadmapHeadings || items >= org.RoadmapItems:
			c.Rules = append(c.Rules, "roadmap attached")
			c.Structural, c.Certain = true, c.Certain || laidOut(a.Text)
		case items > 0 && len(words) == 0:
			c.Rules = append(c.Rules, "list of items without a word")
			c.Structural, c.Certain = true, c.Certain || laidOut(a.Text)
		}
	}
	headings, items := roadmap.Counts(m.Text)
	listed := (headings >= org.RoadmapHeadings || items >= org.RoadmapItems) && len(words) > 0
	asked := ""
	if listed || strings.Count(m.Text, "\n") >= pageLines {
		asked = roadmap.Asked(m.Text)
	}
	switch {
	case asked != "":
		c.Rules = append(c.Rules, "material and a question in the message")
		c.Question = asksBeside(asked)
	case listed:
		c.Rules = append(c.Rules, "roadmap in the message")
		c.Structural = true
	}
	if !c.Structural && len(words) > 0 && len(Patches(m)) > 0 && !strings.ContainsAny(m.Text, roadmap.QuestionMarks) {
		c.Rules = append(c.Rules, "words with a patch")
		c.Structural, c.Certain = true, true
	}
	if c.Structural {
		c.Title = Title(m)
		c.Class, c.Confidence = org.ClassFullProject, 1
	}
	switch {
	case slices.ContainsFunc(m.Attachments, func(a org.Attachment) bool { return !a.Quoted() }):
	case len(words) == 0 || len(words) == 1 && utf8.RuneCountInString(words[0]) == 1:
		c.Rules = append(c.Rules, "no words")
		c.Class, c.Confidence = org.ClassCasual, 1
	case len(words) <= smallTalkWords && smallTalk(words):
		c.Rules = append(c.Rules, "small talk")
		c.Class, c.Confidence = org.ClassCasual, 1
	}
	return c
}

// A message of so many lines holds more than its author's own words: a log or a page that was
// pasted. People type fewer.
const pageLines = 25

// laidOut reports whether a text is a roadmap for certain: it has headings or boxes to
// tick, since mails and notes have bullets too, and does not end in a question.
func laidOut(text string) bool {
	headings, items := roadmap.Counts(text)
	last := strings.TrimSpace(text)
	if i := strings.LastIndex(last, "\n\n"); i >= 0 {
		last = last[i:]
	}
	return items > 0 && (headings > 0 || roadmap.Boxes(text)) && !strings.ContainsAny(last, roadmap.QuestionMarks)
}

// MayPlan reports whether a file may be a roadmap: Markdown, plain text, or the
// list of steps that a program of projects writes.
func MayPlan(a org.Attachment) bool {
	switch strings.ToLower(filepath.Ext(a.Name)) {
	case ".md", ".markdown", ".txt":
		return true
	case ".csv", ".tsv":
		return roadmap.HasValues(a.Text)
	}
	return false
}

// Patches are the names of a message's files that hold a change of code.
func Patches(m org.Message) []string {
	var out []string
	for _, a := range m.Attachments {
		if !a.Quoted() && slices.Contains([]string{".diff", ".patch"}, strings.ToLower(filepath.Ext(a.Name))) {
			out = append(out, a.Name)
		}
	}
	return out
}

// A longer message is not only small talk: people say more only when they want something.
const smallTalkWords = 8

// smallTalk reports whether a message has no word but those of greetings,
// thanks and nods: it can order nothing, so no model is asked what it is.
func smallTalk(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !isIn(greeting, w) && !isIn(nod, w) && !isIn(verdict, w) })
}

// Thanks reports whether a message thanks.
func Thanks(text string) bool {
	const words = "thanks thank thx ty tysm cheers danke dankeschön merci gracias grazie obrigado obrigada"
	return slices.ContainsFunc(prose.Words(text), func(w string) bool { return isIn(words, w) })
}

// saysYesOrNo reports whether a message says yes or no, or may: by a word, or by a sign
// without a word, as a thumb is. After a question that is its answer.
func saysYesOrNo(text string) bool {
	words := prose.Words(text)
	return strings.TrimSpace(text) != "" && (len(words) == 0 || slices.ContainsFunc(words, func(w string) bool { return isIn(nod, w) }) || isBareYesOrNo(text))
}

// isBareYesOrNo reports whether a message has a word that is yes or no and nothing
// else. A nod ("ok", "great") in a project's thread is no more than a remark.
func isBareYesOrNo(text string) bool {
	return slices.ContainsFunc(prose.Words(text), func(w string) bool { return isIn(verdict, w) })
}

// The words of small talk, in the languages that founders have written to
// Frasier in so far. None of them orders or corrects anything, whatever it is
// put together with; those of nod and verdict may answer a question.
const (
	greeting = `
		hi helo hello hey heya hiya yo hallo hei moin servus hola salut ciao bonjour there frasier chef boss chief welcome bye goodbye tschüss adios
		good morning evening afternoon night day weekend have guten gute tag morgen abend nacht buenos buenas dias días tardes noches
		thanks thank thx ty tysm cheers danke dankeschön dir euch ihnen vielen dank merci gracias muchas grazie obrigado obrigada you u
		so very much really looks this that thats s is was are r re how today doing it the a lot again to see too all and und y et i just got
		everybody everyone team well done wow haha hahaha lol oh ah love like best`
	nod = `
		ok oki okay k alright right hm mhm aha
		fine great nice cool perfect perfekt perfecto super top prima genial vale passt klar gut
		awesome amazing wonderful brilliant excellent lovely splendid`
	verdict = "yes yep yeah yup sure no nope ja nein sí si oui non"
)

func isIn(list, w string) bool {
	for known := range strings.FieldsSeq(list) {
		if squeezeRuns(known) == squeezeRuns(w) {
			return true
		}
	}
	return false
}

// squeezeRuns shortens each run of a letter to one, as in "hellooo".
func squeezeRuns(w string) string {
	return string(slices.Compact([]rune(w)))
}

// Title is a title for a message whose project has none: the first roadmap's
// own, else the message's first words.
func Title(m org.Message) string {
	for _, a := range m.Attachments {
		if MayPlan(a) {
			for line := range strings.Lines(a.Text) {
				if t, ok := strings.CutPrefix(strings.TrimSpace(line), "# "); ok {
					return clipTitle(t)
				}
			}
		}
	}
	for line := range strings.Lines(m.Text) {
		if t := strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), "#-* ")); t != "" {
			return clipTitle(t)
		}
	}
	if len(m.Attachments) > 0 {
		return clipTitle(m.Attachments[0].Name)
	}
	return "Untitled"
}

func clipTitle(t string) string {
	const atMost = 80
	r := []rune(prose.OneLine(t))
	if len(r) <= atMost {
		return string(r)
	}
	cut := string(r[:atMost-3])
	if i := strings.LastIndex(cut, " "); i > atMost/2 {
		cut = cut[:i]
	}
	return cut + "..."
}
