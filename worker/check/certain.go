package check

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/quote"
)

// mayFollowFrom reports whether what is cited could give a number in a way that code cannot rule out: in another unit or
// scale, rounded, in words, with its digits grouped otherwise, or as what two figures of one sentence make. Whoever
// reads has to say; only a number of which nothing of that is true is certainly not there.
func (c *checker) mayFollowFrom(said string, n quote.Number, ids []string) bool {
	printed := countedFigure{n, findCountedThing(said[n.End:])}
	if again := quote.Numbers(n.Text); len(again) == 1 {
		printed.Step = again[0].Step // "about 280" may be rounded, but is no sum that gives 275
	}
	return slices.ContainsFunc(ids, func(id string) bool {
		text := c.pack[id].Text
		return standsInRuns(n, text) || maySpell(n, text) || slices.ContainsFunc(splitPassage(text), func(s string) bool { return followsFrom(printed, listValues(s)) })
	})
}

// splitPassage returns the sentences and lines of a passage.
func splitPassage(text string) []string { return sentenceEnd.Split(text, -1) }

var sentenceEnd = lazyregexp.New(`[.;!?]["”»)]?\s+|\n+`)

// countedFigure is a figure with the word behind it, which may be its unit.
type countedFigure struct {
	quote.Number
	thing string
}

func findCountedThing(tail string) string {
	if words := prose.Words(tail); len(words) > 0 {
		return words[0]
	}
	return ""
}

// listValues returns the figures that a sentence prints, each as it may be meant: 400.000 with a
// point that groups too, and ½.
func listValues(s string) []countedFigure {
	var out []countedFigure
	for _, m := range quote.Numbers(s) {
		if m.Unit == "date" || m.Unit == "version" || m.Unit == "ordinal" || isYear(m) {
			continue // nothing is computed from them
		}
		thing := findCountedThing(s[m.End:])
		m.Value = math.Abs(m.Value)
		out = append(out, countedFigure{m, thing})
		if g, ok := m.Grouped(); ok {
			out = append(out, countedFigure{g, thing})
		}
	}
	for sign, v := range map[string]float64{"½": 0.5, "¼": 0.25, "¾": 0.75} {
		if strings.Contains(s, sign) {
			out = append(out, countedFigure{Number: quote.Number{Text: sign, Value: v, Step: v}})
		}
	}
	return out
}

// unitFactors lie between units in which one thing is told: minutes and hours, hours and days, days and weeks, months and
// years, weeks and years, feet and metres, inches and centimetres, miles and kilometres, pounds and kilograms, ounces and
// grams, gallons and litres, hectares and acres, horsepower and kilowatts, metres a second and kilometres an hour. A
// decimal scale needs none.
//
//nolint:gochecknoglobals // a constant
var unitFactors = []float64{60, 24, 7, 30, 365, 12, 52, 0.3048, 2.54, 1.609344, 0.45359237, 28.349523, 3.785412, 2.471054, 0.735499, 3.6}

// followsFrom reports whether figures may make a number: one of them in another unit or scale, or two of them together.
func followsFrom(n countedFigure, from []countedFigure) bool {
	for _, a := range from {
		if (isPercent(n.Number) == isPercent(a.Number) || n.Unit == "" || a.Unit == "") && sharesDigits(n.Number, a.Value) && (countDigits(n.Number) > 1 || countDigits(a.Number) < fewestDigits) {
			return true
		}
		if factors := listConversions(n, a); slices.ContainsFunc(factors, func(f float64) bool { return sharesDigits(n.Number, a.Value*f) || sharesDigits(n.Number, a.Value/f) }) {
			return true
		}
		if isPercent(n.Number) && isPercent(a.Number) && isNear(n.Number, 100-a.Value) || isDegrees(n.Number) && isDegrees(a.Number) && (isNear(n.Number, (a.Value-32)/1.8) || isNear(n.Number, a.Value*1.8+32)) {
			return true
		}
	}
	for i, a := range from {
		if slices.ContainsFunc(from[i+1:], func(b countedFigure) bool { return combinesTwo(n.Number, a.Number, b.Number) }) {
			return true
		}
	}
	return false
}

// combinesTwo reports whether a number may be what two figures make: sum or difference of what is
// counted alike, share or change of one by the other, a part or so many of it, or hours and
// minutes.
func combinesTwo(n, a, b quote.Number) bool {
	alikeUnits := a.Unit == b.Unit || a.Unit == "" || b.Unit == ""
	if x, y := a.Value, b.Value; alikeUnits && isSameKind(n, a) && (isNear(n, x+y) || isNear(n, x-y)) || a.Unit == "hour" && isNear(n, x*60+y) {
		return true
	}
	if a.Value == 0 || b.Value == 0 {
		return false
	}
	ratio := n.Unit == "" || isPercent(n)
	if ratio && a.Unit == b.Unit && (sharesDigits(n, a.Value/b.Value) || sharesDigits(n, b.Value/a.Value) || sharesDigits(n, (a.Value-b.Value)/a.Value) || sharesDigits(n, (a.Value-b.Value)/b.Value)) {
		return true
	}
	return isPartOf(n, a, b) || isPartOf(n, b, a)
}

// isPartOf reports whether a number may be a share of a whole, so many of it, or one of so many parts of it.
func isPartOf(n, of, whole quote.Number) bool {
	if isPercent(n) || isPercent(whole) || n.Unit != "" && n.Unit != whole.Unit && (isMoney(n) || whole.Unit != "") {
		return false
	}
	return (isPercent(of) || of.Unit == "") && sharesDigits(n, whole.Value*of.Value) || of.Unit == "" && sharesDigits(n, whole.Value/of.Value)
}

// isSameKind reports whether two figures may be of one thing: shares and money are of their own.
func isSameKind(n, m quote.Number) bool {
	return n.Unit == "" || m.Unit == "" || n.Unit == m.Unit || isPercent(n) == isPercent(m) && isMoney(n) == isMoney(m)
}

func isPercent(n quote.Number) bool { return n.Unit == "%" || n.Unit == "‰" }

func isDegrees(n quote.Number) bool { return strings.HasPrefix(n.Unit, "°") }

// listConversions returns the factors that may lie between two figures; none where both count the
// same thing.
func listConversions(n, m countedFigure) []float64 {
	switch {
	case isPercent(n.Number) || isPercent(m.Number):
		return nil
	case isMoney(n.Number) && isMoney(m.Number):
		return []float64{12} // by the month and by the year
	case isMoney(n.Number) || isMoney(m.Number) || n.Unit != "" && n.Unit == m.Unit || n.Unit == "" && m.Unit == "" && n.thing == m.thing:
		return nil
	}
	return unitFactors
}

// isNear reports whether a value is a number as exactly as that is printed.
func isNear(n quote.Number, v float64) bool {
	return math.Abs(math.Abs(n.Value)-math.Abs(v)) <= n.Step/2*(1+slack)
}

// sharesDigits reports whether a value begins with the digits of a number, rounded to as many, wherever the point stands.
func sharesDigits(n quote.Number, v float64) bool {
	if v == 0 || n.Value == 0 {
		return false
	}
	mantissa := func(v float64) string {
		m, _, _ := strings.Cut(strconv.FormatFloat(math.Abs(v), 'e', max(countDigits(n)-1, 0), 64), "e")
		return m
	}
	return mantissa(n.Value) == mantissa(v)
}

var digitRun = lazyregexp.New(`\d+`)

// standsInRuns reports whether the digits of a number stand in a text with other signs between them, as those of telephone
// numbers, registers and times of day do, or twelve hours earlier before "pm".
func standsInRuns(n quote.Number, text string) bool {
	const mostRuns = 8 // an IBAN in groups of four has six to eight
	want := extractDigits(n.Text)
	if want == "" {
		return false
	}
	afternoon := ""
	if v, err := strconv.Atoi(want); err == nil && v >= 1200 && v < 2400 && strings.Contains(strings.ToLower(strings.ReplaceAll(text, ".", "")), "pm") {
		afternoon = strconv.Itoa(v - 1200)
	}
	runs := digitRun.FindAllString(text, -1)
	for i := range runs {
		joined := ""
		for _, r := range runs[i:min(len(runs), i+mostRuns)] {
			joined += r
			if got := strings.TrimLeft(joined, "0"); got == want || afternoon != "" && got == afternoon {
				return true
			}
		}
	}
	return false
}

// maySpell reports whether a text that is not English spells numbers, so that a whole number or a share may stand in
// it in words.
func maySpell(n quote.Number, text string) bool {
	const most = 1000
	if n.Value != math.Trunc(n.Value) || n.Value > most && n.Unit != "%" || English(text) {
		return false
	}
	return spellsNumbers(text)
}

// spellsNumbers reports whether a text that is not English has numbers in words.
func spellsNumbers(text string) bool {
	return slices.ContainsFunc(prose.Words(text), func(w string) bool {
		_, short := shortNumerals()[w]
		return short || longNumerals().MatchString(w)
	})
}

// shortNumerals are numbers in words of German, Spanish, French, Italian, Portuguese, Dutch and Polish that are part of
// many other words; longNumerals are how the others begin or what stands in compounds of them; ordinalNumerals put in order.
//
//nolint:gochecknoglobals // constants
var (
	shortNumerals = listLazily("zwei drei vier fünf acht neun zehn elf halb halbe halben " +
		"dos tres seis siete ocho nueve diez once doce trece cien mil medio media " +
		"deux trois cinq six sept huit neuf dix onze douze treize seize vingt mille demi demie tiers quart " +
		"due tre otto nove dieci terzo quarto " +
		"dois duas três oito nove dez doze terço " +
		"twee drie vijf zes zeven acht negen tien half halve helft " +
		"dwa dwie dwóch dwu trzy trzech sześć osiem sto pół")
	ordinalNumerals = compileLazily(`^(?:erste[rsn]?|zweite|dritte|vierte|primer|segund|tercer|cuart[oa]$|premi[eè]r|deuxi|troisi|quatri|prim[oaie]$|second[oaie]$|terz[oaie]$|quart[oaie]$|primeir|terceir|eerste|tweede|derde|vierde|jedn[aąeoy]|pierwsz|drug[iaą]|czwart)`)
	longNumerals    = compileLazily(`^(?:sechs|sieben|zwölf|zwanzig|dreißig|viertel|drittel|doppel|dutzend|hundert|tausend|anderthalb|` +
		`cuatro|cinco|catorce|quince|dieci[so]|veint|treint|cuarent|cincuent|sesent|setent|ochent|novent|doscient|trescient|mitad|tercio|docen|décim|dobl|tripl|` +
		`quatr|quinz|quator|trent|quarant|cinquant|soixant|moiti|dizain|douzain|quinzain|septant|nonant|` +
		`quattro|cinque|sette|undici|dodici|tredici|quattordici|quindici|sedici|diciassette|diciotto|diciannove|venti|sessant|settant|ottant|metà|dozzin|duecent|trecent|` +
		`sete$|quinze|catorze|dezas|dezes|dezoito|dezenove|dezanove|vinte|trinta|quarenta|cinquenta|sessenta|oitenta|noventa|duzent|trezent|metade|dúzia|` +
		`vier$|twaalf|dertien|veertien|vijftien|zestien|zeventien|achttien|negentien|twintig|dertig|veertig|vijftig|zestig|zeventig|tachtig|negentig|honderd|duizend|kwart|dozijn|anderhalf|` +
		`cztere?|pięć|pięci|siedem|siedm|dziewięć|dziewięci|dziesię|jedenast|dwanaś|dwunast|\pL+naś[ct]|\pL+nast[ue]|dwadzieś|dwudziest|trzydzie|czterdzie|dwieś|trzys|tysią|połow|ćwier|trzeci|tuzin|podwó|dwukrot)|` +
		`(?:zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig|zehn|hundert|tausend|twintig|dertig|veertig|vijftig|zestig|zeventig|tachtig|negentig|tien)$`)
)

// compileLazily and listLazily wait until they are first asked: most processes never judge a
// figure.
func compileLazily(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

func listLazily(words string) func() map[string]struct{} {
	return sync.OnceValue(func() map[string]struct{} {
		out := map[string]struct{}{}
		for w := range strings.FieldsSeq(words) {
			out[w] = struct{}{}
		}
		return out
	})
}
