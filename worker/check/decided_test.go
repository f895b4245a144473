package check_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/check"
)

// decide is a draft with one decided line.
func decide(text, line string) check.Draft {
	return check.ParseDraft(text + "\n\n```decided\n" + line + "\n```\n")
}

// A decided line is handed on when its days, numbers and names stand in the text, however
// that writes them and in whatever language.
func TestDecidedLinesStandInAnyWriting(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ line, text string }{
		{"hosts answer by = 8 January 2027", "The hosts have until Friday 8 January."},
		{"hosts answer by = Friday 8 January 2027, 17h00", "The mail goes out; the hosts answer by January 8th, 2027, 5 pm."},
		{"answer by = 2027-01-08", "Die Vermieter antworten bis zum 8. Januar."},
		{"answer by = 8 January 2027", "Os anfitriões respondem até 8 de janeiro de 2027."},
		{"answer by = 8 January 2027", "Los anfitriones contestan hasta el 8 de enero de 2027, sin falta."},
		{"start = 1 March 2027", "Le bail commence le 1er mars, et la caution est payée ce jour."},
		{"start = 1 March 2027", "L'affitto comincia il 1º marzo 2027."},
		{"start = 1 March 2027", "De huur begint op 1 maart."},
		{"start = 1 March 2027", "Najem zaczyna się 1 marca 2027 r."},
		{"start = 1 March 2027", "| Beginn | 01.03.2027 |"},
		{"start = 1 March 2027", "| Beginn | 1.3. |"},
		{"start = 1 March 2027", "| Início | 01/03/2027 |"},
		{"start = 1 March 2027", "| Début | 1 mars |"},
		{"start = 4 dez. 2026", "Wir beginnen am 4. Dezember."},
		{"opening = March 2027", "The laundry opens on 12 March."},
		{"Valadas board = 4,218.90 EUR with IVA, award by 4 December 2026", "O quadro custa 4.218,90 €, e a adjudicação é a 4 de dezembro."},
		{"sum = 14,918 EUR without VAT", "Das macht 14 918 Euro."},
		{"sum = 14.918 EUR", "That is 14,918 euros."},
		{"sum = 1'450.50 CHF", "Das sind 1 450,50 Franken."},
		{"price = 12.00 EUR a kit", "| Preis | 12 Euro |"},
		{"power = 0.44 kW", "It takes 440 W."},
		{"first order = at most 4 Cargo L, by 11 December 2026, only against 3 signed leases", "At most four of the Cargo L are ordered by 11 December, against three leases that are signed."},
		{"Aufträge = 4 Räder gegen 3 Verträge", "Wir bestellen vier Stück, sobald drei Verträge unterschrieben sind, und nicht vorher."},
		{"commande = 4 vélos", "On commande quatre vélos, et pas un de plus."},
		{"zamówienie = 4 rowery", "Zamawiamy cztery rowery, nie więcej."},
		{"machines = Hidrosul proposal 2026/1187, variante B (gas dryer), with KP-500", "We sign proposal 2026/1187 of Hidrosul, variante B with the KP-500."},
		{"model = Cargo L", "We take the Cargo L."},
		{"study we trust = the one of the chamber, not the town's", "We trust the study of the chamber, not the one that the town made."},
		{"price: 219 EUR a month", "We ask 219 euros."},
		{"**price** = 219 EUR; the deposit is 50 EUR", "We ask 219 euros and a deposit of 50 euros."},
		{"10 bikes; the order = 15 January 2027", "The order for ten goes out on 15 January."},
	} {
		d := decide(c.text, c.line)
		if len(d.Decided) != 1 || len(d.LeftOut) != 0 {
			t.Errorf("%q in %q: handed on %+v, left out %+v", c.line, c.text, d.Decided, d.LeftOut)
		}
	}
}

// A line of which a day, a number or a name is another one in the text is not handed on, and
// its author is told what does not stand there.
func TestDecidedLinesThatDoNotStandAreNamed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ line, text, why string }{
		{"hosts answer by = 8 January 2027", "The hosts answer by 9 January.", `"8 January 2027"`},
		{"hosts answer by = 8 January 2027", "The hosts answer by 8 January 2028.", `"8 January 2027"`},
		{"hosts answer by = 8 January 2027", "They answer by 8 February, and all 2027 kits are paid in January.", `"8 January 2027"`},
		{"start = 1 March 2027", "| Beginn | 01.04.2027 |", `"1 March 2027"`},
		{"opening = March 2027", "The laundry opens in April.", `"March 2027"`},
		{"board = 4,218.90 EUR, award by 4 December 2026", "Valadas gets the board by 4 December 2026.", `"4,218.90 EUR"`},
		{"margin = 36 EUR", "That leaves 35.68 euros a month.", `"36 EUR"`},
		{"share = 12 %", "We pay 12 euros.", `"12 %"`},
		{"order = 4 bikes", "We order five bikes.", `"4"`},
		{"machines = the ones from Huelva, 9,400 EUR", "We take those of Hidrosul for 9,400 euros.", `"Huelva"`},
		{"dosing = with the KP-500, 312 EUR", "With the KP-600 it is 312 euros.", `"KP-500"`},
		{"model = Cargo L", "We take the Urban B.", `"Cargo L"`},
		{"price = 219 EUR ", "", `"219 EUR"`},
	} {
		d := decide(c.text, c.line)
		if len(d.Decided) != 0 || len(d.LeftOut) != 1 || !strings.Contains(d.LeftOut[0].Why, c.why) || !strings.Contains(d.LeftOut[0].Line, strings.TrimSpace(c.line[:4])) {
			t.Errorf("%q in %q: handed on %+v, left out %+v, want %s", c.line, c.text, d.Decided, d.LeftOut, c.why)
		}
	}
}

// A piece that is written whole again keeps what it decides when its author forgets the block.
func TestDecidedLinesOutliveAWholeRevision(t *testing.T) {
	t.Parallel()
	const before = "We ask 219 euros.\n\n```decided\nprice = 219 EUR\n```\n"
	for reply, want := range map[string]string{
		"From March we ask 219 euros.":                                                 "219 EUR",
		"From March we ask 199 euros.\n\n```decided\nprice = 199 EUR\n```\n":           "199 EUR",
		"```changes\n{\"old\":\"price = 219 EUR\",\"new\":\"price = 219 euros\"}\n```": "219 euros",
	} {
		d := check.ParseDraft(check.Revise(before, reply, nil).Reply)
		if len(d.Decided) != 1 || d.Decided[0].Text != want {
			t.Errorf("%q decides %+v, left out %+v", reply, d.Decided, d.LeftOut)
		}
	}
}

// Page 1 may not give another day or figure for what was decided; a day or a figure that was
// decided for something else, and what is not named, are no matter.
func TestSaysOtherwise(t *testing.T) {
	t.Parallel()
	decided := work.ReadFigures("hosts answer by = 8 January 2027\nmail to the hosts = 4 December 2026\nfixed costs = 1,077.50 EUR a month\nprice with IVA = 14.76 EUR a kit\nprice = 12.00 EUR a kit\nkits = 160")
	for text, want := range map[string]bool{
		"The hosts answer by 9 January.":                                        true,
		"They are asked soon. The hosts answer by 9 January.":                   true,
		"The fixed costs are 1,100 euros a month.":                              true,
		"The hosts answer by 8 January, for which the mail goes on 4 December.": false,
		"The hosts answer the mail of 4 December.":                              false,
		"The price is 12.00 euros without IVA.":                                 false,
		"The others ask a price of 14 euros.":                                   false,
		"The fixed costs are 1.077,50 euros; the rent is 400 euros of them.":    false,
		"On 9 January the flats are counted.":                                   false,
		"The fixed costs are paid by 22 flats.":                                 false,
	} {
		if got := check.SaysOtherwise(text, decided); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
