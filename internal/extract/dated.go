package extract

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/prose"
)

// A document says near its top of when it is.
const (
	datedWithin = 1500 // bytes, of a date behind a word such as "Published"
	aloneWithin = 600  // of one that stands alone: "Zaragoza. Julio de 2025."
)

// A date as people write it has these groups: year, month and day of a machine's form, then day,
// month's name, year, then month's name, day and year of the American one, then day, month and
// year in figures.
func buildDatePattern() string {
	name := "(?:" + strings.Join(strings.Fields(strings.Join(moment.MonthNames(), " ")), "|") + ")"
	return `(?:(\d{4})-(\d{2})(?:-(\d{2}))?\b` +
		`|(?:(\d{1,2})(?:\.|º|st|nd|rd|th|er)?\s+(?:de\s+|of\s+)?)?(` + name + `)\.?,?\s+(?:de\s+|do\s+)?(\d{4})\b` +
		`|(` + name + `)\s+(\d{1,2})(?:st|nd|rd|th)?,\s+(\d{4})\b` +
		`|(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})\b)`
}

// These words stand before a date that a document states of itself, at the beginning of a line, a
// cell or a sentence.
const datedBy = `date(?: of publication)?|published(?: on| in)?|publication date|as of|last updated|updated(?: on)?|last modified|issued(?: on)?|release date|version of|spoken on|recorded on` +
	`|stand|datum|fassung vom|stand vom|ausgabe|erstellt(?: am)?|veröffentlicht(?: am| im)?|erschienen(?: am| im)?|zuletzt geändert(?: am)?|aktualisiert(?: am)?` +
	`|publié(?:e)?(?: le| en)?|date de publication|mis(?:e)? à jour(?: le)?|version du|édition de` +
	`|publicado(?: el| en| em)?|fecha(?: de publicación)?|actualizado(?: el| em)?|versión de` +
	`|pubblicato(?: il| nel)?|data(?: di pubblicazione| de publicação| publikacji)?|aggiornato(?: il)?` +
	`|gepubliceerd(?: op| in)?|bijgewerkt(?: op)?|versie van|opublikowano|stan na(?: dzień)?|aktualizacja|опубликовано|дата`

var (
	statedDate = lazyregexp.New(`(?im)(?:^|[^\d][.;|(]\s+|,\s+|\|\s*)[#*_>\s|-]*(?:` + datedBy + `)[*_]*\s*[:|]?[*_]*\s*"?` + buildDatePattern())
	aloneDate  = lazyregexp.New(`(?im)(?:^[#*_>\s-]*|[^\d][.;|·]\s+|^#[^\n]*,\s+)` + buildDatePattern() + `[*_]*\s*(?:$|[.|·])`)
)

// Published returns the date that a document states for itself near its top, of the form
// "2026-03-01", or "2025-05" where it names the month alone: "Published May 2025", "Stand: 30.
// September 2026", "Julio de 2025."; empty for none.
func Published(text string) string {
	if m := statedDate.FindStringSubmatch(prose.FirstBytes(text, datedWithin)); m != nil {
		if d := readDate(m[1:]); d != "" {
			return d
		}
	}
	if m := aloneDate.FindStringSubmatch(prose.FirstBytes(text, aloneWithin)); m != nil {
		return readDate(m[1:])
	}
	return ""
}

// The groups are those of buildDatePattern; empty when no calendar has the date.
func readDate(m []string) string {
	number := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil {
			return 0
		}
		return n
	}
	year, month, day := number(m[0]), number(m[1]), number(m[2])
	switch {
	case m[4] != "":
		year, month, day = number(m[5]), findMonth(m[4]), number(m[3])
	case m[6] != "":
		year, month, day = number(m[8]), findMonth(m[6]), number(m[7])
	case m[11] != "":
		year, month, day = number(m[11]), number(m[10]), number(m[9])
	}
	const first, last = 1900, 2100
	switch {
	case year < first || year > last || month < 1 || month > 12 || day > 31:
		return ""
	case day == 0:
		return fmt.Sprintf("%04d-%02d", year, month)
	}
	return fmt.Sprintf("%04d-%02d-%02d", year, month, day)
}

func findMonth(name string) int {
	name = strings.ToLower(name)
	for i, names := range moment.MonthNames() {
		for n := range strings.FieldsSeq(names) {
			if n == name {
				return i + 1
			}
		}
	}
	return 0
}
