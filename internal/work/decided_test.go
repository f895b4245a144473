package work_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/work"
)

// A line that names a figure is read; other lines are not.
func TestReadFigures(t *testing.T) {
	got := work.ReadFigures("price = 219 EUR a month\n- Start of lease = 1 March 2027.\nWe decided it.\ncolour = red\nPrice = 199 EUR\nmargin=12.5 %\n" + strings.Repeat("x", 61) + " = 4\nHidrosul 50 % = paid only with the permit\nbikes the 18,000 EUR buy up to 31 March 2027 = 4\n")
	want := []work.Figure{
		{Name: "price", Text: "219 EUR a month"},
		{Name: "start of lease", Text: "1 March 2027"},
		{Name: "colour", Text: "red"},
		{Name: "margin", Text: "12.5 %"},
		{Name: "hidrosul 50", Text: "paid only with the permit"},
		{Name: "bikes the 18 000 eur buy up to 31 march 2027", Text: "4"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// What cannot be handed on is named with the reason, whatever it is.
func TestFiguresThatAreLeftOutAreNamed(t *testing.T) {
	lines := "price = 219 EUR\nPrice = 199 EUR\nWe decided the colour.\n(none)\n" + strings.Repeat("x", 61) + " = 4\nsum = " + strings.Repeat("y", 241) + "\n"
	for i := range work.FiguresAtMost {
		lines += fmt.Sprintf("day %d = %d March\n", i, i+1)
	}
	list, left := work.SortFigures(lines)
	var why []string
	for _, l := range left {
		why = append(why, l.Why)
	}
	want := []string{
		"an earlier line has the same name: give each its own", "it has not the form: name = what was decided",
		"its name has more than 60 characters", "what it decides has more than 240 characters", "at most 12 lines are handed on: strike what others need least",
	}
	if len(list) != work.FiguresAtMost || !reflect.DeepEqual(why, want) {
		t.Errorf("%d are handed on, left out are %q, want %q", len(list), why, want)
	}
}

// Decided figures go with a result and come out of it again as they were, and the result
// too.
func TestFiguresTravelWithAResult(t *testing.T) {
	list := work.ReadFigures("price = 219 EUR a month\nstart = 1 March 2027")
	const result = "We ask 219 euros from March.\n\n- It was tested."
	with := work.WithFigures(result, list)
	rest, got := work.CutFigures(with)
	if rest != result || !reflect.DeepEqual(got, list) || with == result {
		t.Errorf("%q gave %q and %+v", with, rest, got)
	}
	if work.WithFigures(result, nil) != result {
		t.Error("a result without any is another one")
	}
}

// Of two decisions of one name the later counts, in whatever order the results come.
func TestTheLaterDecisionCounts(t *testing.T) {
	at := time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)
	step := func(key, lines string, minutes int) work.Upstream {
		return work.Upstream{Key: key, Result: work.WithFigures("Decided.", work.ReadFigures(lines)), EndedAt: at.Add(time.Duration(minutes) * time.Minute)}
	}
	got := work.DecidedIn([]work.Upstream{step("i5", "price = 199 EUR", 9), step("i3", "price = 219 EUR\nbikes = 4", 3), {Key: "i9", Result: "No figure."}})
	want := []work.Figure{{Name: "bikes", Text: "4", From: "i3"}, {Name: "price", Text: "199 EUR", From: "i5"}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// Code writes a figure where a text names it; what it does not know stays.
func TestFillFigures(t *testing.T) {
	list := work.ReadFigures("price = 219 EUR a month\nstart = 1 March 2027\nlong rate = 1,450.50 EUR")
	const text = "{Price} Euro im Monat, ab {start}; {long rate} Euro, {name}."
	if got, want := work.FillFigures(text, list), "219 Euro im Monat, ab 1 March 2027; 1,450.50 Euro, {name}."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A figure that was decided in English stands in a text of another language with the
// marks of that.
func TestFilledFiguresAreWrittenAsTheirTextWritesNumbers(t *testing.T) {
	list := work.ReadFigures("price = 12.00 EUR a kit\nsum = 1,200.50 EUR\nflats = 22 flats\nrent = 1.200 EUR")
	for text, want := range map[string]string{
		"O preço é de {price} euros por conjunto, e a soma é de {sum} euros para os {flats} apartamentos que temos na vila.": "O preço é de 12,00 euros por conjunto, e a soma é de 1.200,50 euros para os 22 apartamentos que temos na vila.",
		"Der Preis beträgt {price} Euro je Satz, und die Miete ist mit {rent} Euro im Monat nicht hoch.":                     "Der Preis beträgt 12,00 Euro je Satz, und die Miete ist mit 1.200 Euro im Monat nicht hoch.",
		"The price is {price} euros for a kit, and the whole sum is {sum} euros for all of them.":                            "The price is 12.00 euros for a kit, and the whole sum is 1,200.50 euros for all of them.",
	} {
		if got := work.FillFigures(text, list); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// A day that was decided in English stands in a text of another language as that writes it.
func TestFilledDaysAreWrittenInTheLanguageOfTheirText(t *testing.T) {
	list := work.ReadFigures("answer by = Friday 8 January 2027 at the latest\nstart = 1 March 2027\nhour = 8 January 2027, 17:00")
	for text, want := range map[string]string{
		"A resposta é precisa até {answer by}, para que a roupa seja encomendada e não falte a ninguém na Páscoa.":                   "A resposta é precisa até 8 de janeiro de 2027, para que a roupa seja encomendada e não falte a ninguém na Páscoa.",
		"Bitte sagen Sie uns bis zum {answer by}, ob Sie mit uns beginnen; die Miete ist ab dem {start} zu zahlen und nicht vorher.": "Bitte sagen Sie uns bis zum 8. Januar 2027, ob Sie mit uns beginnen; die Miete ist ab dem 1. März 2027 zu zahlen und nicht vorher.",
		"Le bail commence le {start} pour tous ceux qui ont répondu, et il n'est pas possible de commencer avant cette date.":        "Le bail commence le 1er mars 2027 pour tous ceux qui ont répondu, et il n'est pas possible de commencer avant cette date.",
		"Umowa zaczyna się {start} i nie można jej podpisać później, bo wszystkie rowery są już zamówione dla naszych klientów.":     "Umowa zaczyna się 1 marca 2027 i nie można jej podpisać później, bo wszystkie rowery są już zamówione dla naszych klientów.",
		"Bitte sagen Sie uns bis {hour}, ob Sie mit uns beginnen und wie viele Räder Sie für den Betrieb haben wollen.":              "Bitte sagen Sie uns bis 8 January 2027, 17:00, ob Sie mit uns beginnen und wie viele Räder Sie für den Betrieb haben wollen.",
		"Please tell us by {answer by} whether you want to begin with us and how many bikes you want to have.":                       "Please tell us by Friday 8 January 2027 at the latest whether you want to begin with us and how many bikes you want to have.",
	} {
		if got := work.FillFigures(text, list); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
