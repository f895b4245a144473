package quote

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// numerals are number words and parts of such words in English, German, Spanish,
// French, Italian, Portuguese, Dutch and Polish, without accents: value and words.
// What is 100, 1000 or a million multiplies what stands before it.
//
//nolint:gochecknoglobals // a constant
var numerals = []struct {
	value float64
	words string
}{
	{1, "one ein eins uno un una une um uma een jeden jedna"},
	{2, "two zwei dos deux due dois duas twee dwa dwie"},
	{3, "three drei tres trois tre drie trzy"},
	{4, "four vier cuatro quatre quattro quatro cztery"},
	{5, "five funf cinco cinq cinque vijf piec"},
	{6, "six sechs seis sei zes szesc"},
	{7, "seven sieben siete sept sette sete zeven siedem"},
	{8, "eight acht ocho huit otto oito osiem"},
	{9, "nine neun nueve neuf nove negen dziewiec"},
	{10, "ten zehn diez dix dieci dez tien dziesiec"},
	{11, "eleven elf once onze undici jedenascie"},
	{12, "twelve zwolf doce douze dodici doze twaalf dwanascie"},
	{13, "thirteen dreizehn trece treize tredici treze dertien trzynascie"},
	{14, "fourteen catorce quatorze quattordici catorze veertien czternascie"},
	{15, "fifteen funfzehn quince quinze quindici vijftien pietnascie"},
	{16, "sixteen sechzehn dieciseis seize sedici dezasseis dezesseis zestien szesnascie"},
	{17, "seventeen siebzehn diecisiete diciassette dezassete dezessete zeventien siedemnascie"},
	{18, "eighteen achtzehn dieciocho diciotto dezoito achttien osiemnascie"},
	{19, "nineteen neunzehn diecinueve diciannove dezanove dezenove negentien dziewietnascie"},
	{20, "twenty zwanzig veinte veinti vingt venti vent vinte twintig dwadziescia"},
	{30, "thirty dreissig dreißig treinta trente trenta trent trinta dertig trzydziesci"},
	{40, "forty vierzig cuarenta quarante quaranta quarant quarenta veertig czterdziesci"}, //nolint:misspell // French and others
	{50, "fifty funfzig cincuenta cinquante cinquanta cinquant cinquenta vijftig piecdziesiat"},
	{60, "sixty sechzig sesenta soixante sessanta sessant sessenta zestig szescdziesiat"},
	{70, "seventy siebzig setenta septante settanta settant zeventig siedemdziesiat"},
	{80, "eighty achtzig ochenta ottanta ottant oitenta tachtig osiemdziesiat huitante quatrevingt quatrevingts"},
	{90, "ninety neunzig noventa nonante novanta novant negentig dziewiecdziesiat"},
	{100, "hundred hundert cien ciento cent cents cento cem honderd sto"},
	{200, "doscientos doscientas duzentos duzentas dwiescie"},
	{300, "trescientos trescientas trezentos trezentas trzysta"},
	{400, "cuatrocientos cuatrocientas quatrocentos quatrocentas czterysta"},
	{500, "quinientos quinientas quinhentos quinhentas piecset"},
	{600, "seiscientos seiscientas seiscentos seiscentas szescset"},
	{700, "setecientos setecientas setecentos setecentas siedemset"},
	{800, "ochocientos ochocientas oitocentos oitocentas osiemset"},
	{900, "novecientos novecientas novecentos novecentas dziewiecset"},
	{1000, "thousand tausend mil mille mila duizend tysiac tysiace tysiecy"},
	{1e6, "million millionen millon millones millions milione milioni milhao milhoes miljoen milion miliony milionow"}, //nolint:misspell // Spanish and others
}

// numeralValues are the words of numerals and their values.
//
//nolint:gochecknoglobals // a constant
var numeralValues = sync.OnceValue(func() map[string]float64 {
	out := map[string]float64{}
	for _, n := range numerals {
		for w := range strings.FieldsSeq(n.words) {
			out[w] = n.value
		}
	}
	return out
})

// longestNumeral is in bytes.
const longestNumeral = 18

// Spelled lists the numbers that a text writes in words and that are more than ten:
// "quince mil", "fünfzehntausend". A word that may be another, as "once" and "cent"
// are in English, is none alone.
func Spelled(text string) []Number {
	return spelledNumbers(text, func(v float64, words int) bool { return v > 10 && (words > 1 || v != 11 && v != 100 && v != 1000) })
}

// SpelledSmall lists those from two to ten, which a sentence may have without meaning a
// number: "sei" is six in Italian alone.
func SpelledSmall(text string) []Number {
	return spelledNumbers(text, func(v float64, _ int) bool { return v >= 2 && v <= 10 })
}

// is decides by the value and by how many words it has.
func spelledNumbers(text string, is func(v float64, words int) bool) []Number {
	var out []Number
	var run []float64
	end := func() {
		if v := composeNumber(run); is(v, len(run)) {
			out = append(out, Number{Value: v, Step: 1})
		}
		run = nil
	}
	text = strings.ReplaceAll(strings.ToLower(text), "quatre-vingt", "quatrevingt")
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r) })
	for i, w := range words {
		parts := numeralParts(Unaccented(w))
		joins := len(run) > 0 && i+1 < len(words) && slices.Contains([]string{"and", "und", "y", "et", "e", "en"}, w)
		switch {
		case len(parts) > 0:
			run = append(run, parts...)
		case !joins:
			end()
		}
	}
	end()
	return out
}

// Unaccented returns a text in lower case without its accents.
func Unaccented(w string) string {
	for i := range len(w) {
		if w[i] >= 0x80 {
			return strings.Map(func(r rune) rune {
				switch {
				case unicode.Is(unicode.Mn, r):
					return -1
				case r == 'ł':
					return 'l'
				}
				return r
			}, norm.NFD.String(w))
		}
	}
	return w
}

// A word may be made of several numbers, "vierundzwanzig", or of none.
func numeralParts(w string) []float64 {
	if v, ok := numeralValues()[w]; ok {
		return []float64{v}
	}
	for n := min(len(w)-1, longestNumeral); n >= 2; n-- {
		v, ok := numeralValues()[w[:n]]
		if !ok {
			continue
		}
		for _, rest := range []string{w[n:], strings.TrimPrefix(w[n:], "und"), strings.TrimPrefix(w[n:], "en")} {
			if more := numeralParts(rest); len(more) > 0 {
				return append([]float64{v}, more...)
			}
		}
	}
	return nil
}

// 2, 100, 4, 20 is 224.
func composeNumber(parts []float64) float64 {
	total, group := 0.0, 0.0
	for _, v := range parts {
		switch {
		case v >= 1000:
			total += max(group, 1) * v
			group = 0
		case v == 100:
			group = max(group, 1) * v
		default:
			group += v
		}
	}
	return total + group
}
