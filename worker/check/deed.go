package check

import (
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/prose"
)

var deedOutside = lazyregexp.New(`(?i)\b(?:I|we)(?:['’]ve| have)?(?: (?:already|now|just|also|successfully|then))* ` +
	`(?:deployed|e-?mailed|mailed|sent|published|launched|contacted|phoned|signed|bought|purchased|ordered|paid|booked|` +
	`registered|filed|submitted|installed|merged|pushed|posted|hired)\b`)

// Deed reports whether a sentence claims that its writer did something outside
// the text, such as "We have deployed the site". Frasier only writes, so
// without a source that is no fact.
func Deed(sentence string) bool {
	return deedOutside.MatchString(sentence)
}

// DeedNote tells reviewers when code cannot see deeds: Deed knows English alone. It is empty for
// an English draft.
func DeedNote(d Draft) string {
	if English(d.Text) {
		return ""
	}
	return "code looks for claimed deeds in English only, and this text is in another language: fail what says, without a source, that its writer did, sent or published something"
}

// Deeds returns a defect for each deed that a draft claims without a source. The task's own words,
// quotes and pieces that somebody else will sign may claim deeds.
func Deeds(d Draft, context string) []Defect {
	words := prose.Words(context)
	for _, w := range words {
		switch w {
		case "template", "templates", "email", "emails", "script", "letter", "message", "copy", "contract", "outreach", "post", "announcement", "pitch", "story":
			return nil
		}
	}
	around := " " + strings.Join(words, " ") + " "
	var out []Defect
	for _, s := range Sentences(d.Text) {
		if s.Quoted || len(s.Markers) > 0 || strings.ContainsAny(s.Text, `"“„`) || !Deed(s.Text) {
			continue
		}
		if strings.Contains(around, " "+strings.Join(prose.Words(s.Text), " ")+" ") {
			continue
		}
		out = append(out, Defect{
			Check: "A9", Para: s.Para, Text: s.Text, Hard: true,
			Fix: "nothing was done outside this text: say what is to be done, or remove the sentence",
		})
	}
	return out
}
