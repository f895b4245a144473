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

// mayFollowFrom reports whether the cited passages could give a number in a way that code cannot
// rule out: in another unit or scale, rounded, in words, grouped otherwise, or from two figures of
// one sentence. Only a number of which none of that is true is certainly missing.
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

func splitPassage(text string) []string { return sentenceEnd.Split(text, -1) }

var sentenceEnd = lazyregexp.New(`[.;!?]["”»)]?\s+|\n+`)

// thing is the word behind the figure, which may be its unit.
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

// 400.000 is listed both ways, as its point may group, and ½ by its value.
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

// Two figures make a sum or difference of what is counted alike, a share or a change, a part or so
// many of it, or hours and minutes.
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

func isPartOf(n, of, whole quote.Number) bool {
	if isPercent(n) || isPercent(whole) || n.Unit != "" && n.Unit != whole.Unit && (isMoney(n) || whole.Unit != "") {
		return false
	}
	return (isPercent(of) || of.Unit == "") && sharesDigits(n, whole.Value*of.Value) || of.Unit == "" && sharesDigits(n, whole.Value/of.Value)
}

func isSameKind(n, m quote.Number) bool {
	return n.Unit == "" || m.Unit == "" || n.Unit == m.Unit || isPercent(n) == isPercent(m) && isMoney(n) == isMoney(m)
}

func isPercent(n quote.Number) bool { return n.Unit == "%" || n.Unit == "‰" }

func isDegrees(n quote.Number) bool { return strings.HasPrefix(n.Unit, "°") }

// listConversions returns no factor where both figures count the same thing.
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

func isNear(n quote.Number, v float64) bool {
	return math.Abs(math.Abs(n.Value)-math.Abs(v)) <= n.Step/2*(1+slack)
}

// Leading digits are compared, rounded to as many as n has, wherever the point stands.
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

// Telephone numbers, registers and times of day put other signs between their digits; "pm" adds
// twelve hours.
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

// Only texts that are not English are asked: they may spell a whole number or a share.
func maySpell(n quote.Number, text string) bool {
	const most = 1000
	if n.Value != math.Trunc(n.Value) || n.Value > most && n.Unit != "%" || English(text) {
		return false
	}
	return spellsNumbers(text)
}

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
