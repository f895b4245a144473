package paper

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/moment"
)

// Unbroken is a space at which no line ends.
const Unbroken = "\u00a0"

// What is longer has to break.
const boundAtMost = 26

const (
	oneNumber = `[-−+]?[$€£¥₹]?\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d+)?|[-−+]?[$€£¥₹]?\d[\d.,'’]*`
	oneUnit   = `[€$£¥₹₽₴₺%‰°]|zł|Kč|лв|грн|руб|ευρώ|евро|(?:kr|Ft|(?:[Ee]uro|[Dd]ollar|[Pp]ound)s?|[A-Z]{3}|[kmc]?[gml]|mm|kWh|k?W|[KMGT]B|[Mm]io|[Mm]rd|[hxt]|min)\b`
)

// A reader takes these stretches as one: numbers in groups with their units, and short ranges of
// them.
var boundUnits = lazyregexp.New(`(?:(?:[€$£¥₹]|\b[A-Z]{3}) )?(?:` + oneNumber + `)(?: ?(?:[-–—]|to|bis|à|a|do|tot|até|έως) ?(?:` + oneNumber + `))?(?: (?:` + oneUnit + `))?`)

// boundDates are days in words, of any language whose months are known, with their
// year or without, and months with their year.
//
//nolint:gochecknoglobals // made once, never changed
var boundDates = sync.OnceValue(func() *lazyregexp.Regexp {
	month := `(?:` + strings.Join(listMonths(), "|") + `)\.?`
	return lazyregexp.New(`(?:\d{1,2}(?:\.|er|º|ª|°|st|nd|rd|th)? (?:(?:de|of) )?` + month + `,?(?: (?:de |del )?\d{4}(?: [rг]\.)?)?|` + month + ` \d{1,2}(?:st|nd|rd|th)?(?:, ?\d{4})?|` + month + ` (?:de )?\d{4})`)
})

// monthStems are the first three letters of all months. A text without them has no date, and they
// are sooner looked for than the pattern.
//
//nolint:gochecknoglobals // made once, never changed
var monthStems = sync.OnceValue(func() []string {
	var stems []string
	for _, n := range listMonths() {
		r := []rune(n)
		stems = append(stems, string(r[:min(len(r), stem)]))
	}
	slices.Sort(stems)
	return slices.Compact(stems)
})

const stem = 3 // letters

func hasMonth(text string) bool {
	return slices.ContainsFunc(monthStems(), func(s string) bool { return strings.Contains(text, s) })
}

func listMonths() []string {
	names := strings.Fields(strings.Join(moment.MonthNames(), " ") + " " + otherMonths)
	for _, n := range names { // "Nov", "Sept."
		if r := []rune(n); len(r) > stem+1 {
			names = append(names, string(r[:stem]), string(r[:stem+1]))
		}
	}
	for _, n := range names {
		r, size := utf8.DecodeRuneInString(n)
		names = append(names, string(unicode.ToUpper(r))+n[size:])
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(len(b), len(a)) }) // the longest that fits counts
	return names
}

// Founders' dates are not read in these languages, only printed.
const otherMonths = "ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου νοεμβρίου δεκεμβρίου " +
	"січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня " +
	"ledna února března dubna května června července srpna září října listopadu prosince " +
	"januari februari augusti tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta " +
	"ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık"

// Bind makes the spaces unbroken within dates, amounts with their units and short
// ranges, as they stand in a cell of a table.
func Bind(text string) string {
	if !strings.Contains(text, " ") || !strings.ContainsAny(text, "0123456789") {
		return text
	}
	join := func(s string) string {
		if len([]rune(s)) > boundAtMost {
			return s
		}
		return strings.ReplaceAll(s, " ", Unbroken)
	}
	if hasMonth(text) {
		text = boundDates().ReplaceAllStringFunc(text, join)
	}
	return boundUnits.ReplaceAllStringFunc(text, join)
}

// Loose undoes Bind.
func Loose(text string) string { return strings.ReplaceAll(text, Unbroken, " ") }
