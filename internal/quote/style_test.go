package quote_test

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/frasier-cos/frasier/internal/quote"
)

// style is how a language groups thousands and marks decimals.
type style struct{ name, group, point, euros string }

func styles() []style {
	return []style{
		{"en", ",", ".", "€%s"},
		{"en words", ",", ".", "%s euros"},
		{"de", ".", ",", "%s Euro"},
		{"de sign", ".", ",", "%s €"},
		{"ch", "’", ".", "EUR %s"},
		{"es", ".", ",", "%s euros"},
		{"es space", " ", ",", "%s €"},
		{"fr", "\u202f", ",", "%s €"},
		{"fr plain", " ", ",", "%s euros"},
		{"it", ".", ",", "%s euro"},
		{"it sign", ".", ",", "€ %s"},
		{"pt", " ", ",", "%s €"},
		{"pt no-break", "\u00a0", ",", "%s €"},
		{"pt point", ".", ",", "%s euros"},
		{"nl", ".", ",", "€ %s"},
		{"pl", " ", ",", "%s EUR"},
		{"pl thin", "\u2009", ",", "%s EUR"},
		{"none", "", ".", "%s EUR"},
	}
}

// write prints hundredths of an euro, without decimals where there are none and
// short is set.
func (s style) write(hundredths int, short bool) string {
	whole, rest := strconv.Itoa(hundredths/100), hundredths%100
	var groups []string
	for len(whole) > 3 {
		groups = append([]string{whole[len(whole)-3:]}, groups...)
		whole = whole[:len(whole)-3]
	}
	out := strings.Join(append([]string{whole}, groups...), s.group)
	if rest != 0 || !short {
		out += fmt.Sprintf("%s%02d", s.point, rest)
	}
	return fmt.Sprintf(s.euros, out)
}

// An amount is the same in whatever style of eight languages a statement and its
// source write it, and another amount is not.
func TestAmountsAreTheSameInEveryStyle(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		amount := rapid.IntRange(1000, 999_999_999).Draw(r, "hundredths")
		if rapid.Bool().Draw(r, "whole") {
			amount -= amount % 100
		}
		said, source := rapid.SampledFrom(styles()).Draw(r, "statement"), rapid.SampledFrom(styles()).Draw(r, "source")
		text := "Preço total " + source.write(amount, rapid.Bool().Draw(r, "short there")) + ", IVA à parte."
		numbers := quote.Numbers("It costs " + said.write(amount, rapid.Bool().Draw(r, "short here")) + " in all.")
		if len(numbers) != 1 || !quote.AmongNumbers(numbers[0], quote.Readings(text)) {
			r.Fatalf("%q against %q: %+v, %+v", said.write(amount, true), text, numbers, quote.Readings(text))
		}
		other := amount + 100*rapid.IntRange(1, 900).Draw(r, "more")
		if n := quote.Numbers(said.write(other, false))[0]; quote.AmongNumbers(n, quote.Readings(text)) {
			r.Fatalf("%q is taken for %q", said.write(other, false), text)
		}
	})
}

// What stands between numbers and round them, as signs, times, dates and words,
// is read in each language.
func TestOneNumberInTwoStyles(t *testing.T) {
	for said, sources := range map[string][]string{
		"7,500 euros":   {"| Grant | -7,500 |", "−7 500,00 €", "- 7.500 €", "moins 7 500 euros"},
		"17:00":         {"até às 17h00", "até às 17h", "bis 17 Uhr", "bis 17.00 Uhr", "tot 17.00 uur", "do godz. 17.00", "alle ore 17.00", "by 5 pm", "by 5:00 p.m."},
		"9:30":          {"às 09h30", "um 9.30 Uhr", "at 9:30 a.m.", "a las 9h30"},
		"15,000":        {"unos quince mil euros", "fünfzehntausend Euro", "quinze mille euros", "quindicimila euro", "quinze mil euros", "vijftienduizend euro", "piętnaście tysięcy", "fifteen thousand"},
		"24":            {"vierundzwanzig Monate", "veinticuatro meses", "vingt-quatre mois", "ventiquattro mesi", "vinte e quatro meses", "vierentwintig maanden", "dwadzieścia cztery", "twenty-four months"},
		"250":           {"zweihundertfünfzig", "doscientos cincuenta", "deux cent cinquante", "duecentocinquanta", "duzentos e cinquenta", "tweehonderdvijftig", "dwieście pięćdziesiąt"},
		"97":            {"quatre-vingt-dix-sept jours", "siebenundneunzig", "noventa y siete"},
		"May 2026":      {"2026-05-14"},
		"2.4 million":   {"2.400.000", "2 400 000", "2,400,000"},
		"phase 2 500":   {"In phase 2 there are 500 flats"},
		"120 beds":      {"columns: 12 120 140"},
		"281 000 213":   {"Tel. 281 000 213", "281000213"},
		"12,12.5 and 3": {"12,12.5 y 3"},
	} {
		for _, source := range sources {
			have := quote.Readings(source)
			for _, n := range quote.Numbers(said) {
				if !quote.AmongNumbers(n, have) {
					t.Errorf("%q of %q is not found in %q: %+v", n.Text, said, source, have)
				}
			}
		}
	}
	for said, source := range map[string]string{
		"17:30": "17h00", "5:00": "17h00", "15,500": "quince mil", "24": "vierundvierzig", "-7,500 euros": "7,500 euros", "11": "once a year", "100": "per cent",
		"2,150.00": "2 510,00 €", "3 °C": "-3 °C", "8,000": "ocho", "15,000": "15 flats", "12 %": "12 euros", "14,900": "1.490",
	} {
		for _, n := range quote.Numbers(said) {
			if have := quote.Readings(source); quote.AmongNumbers(n, have) {
				t.Errorf("%q of %q is found in %q: %+v", n.Text, said, source, have)
			}
		}
	}
}

// Plain spaces group thousands where they do so in the text, and nowhere else.
func TestSpacesGroupThousands(t *testing.T) {
	for text, want := range map[string][]float64{
		"24 420,00 €": {24420}, "1 234 567": {1234567}, "in 2025 300 people": {2025, 300}, "12 15": {12, 15}, "0 800 123": {0, 800123},
		"3.5 100": {3.5, 100}, "10:30 100 people": {1030, 100}, "12 1500": {12, 1500}, "24\u00a0420,00": {24420}, "1 450,5": {1450.5},
	} {
		var got []float64
		for _, n := range quote.Numbers(text) {
			got = append(got, n.Value)
		}
		if !slices.EqualFunc(got, want, func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }) {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
}
