package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// document is a text that the programs make PDFs of.
type document struct {
	name     string
	markdown string
	style    string // of its page in a browser
}

const (
	documentCount = 34
	seed          = 20260527
)

const vocabulary = `the harbour office counted parcels every morning and wrote each number into a ledger that nobody read until spring when
the council asked for efficient offices difficult offers affluent districts and final figures about couriers who carry letters boxes and crates between
ferries stations shops schools with small electric carts because larger lorries may not enter old streets before noon unless they show a permit that
costs forty euros per quarter so merchants share one cart among five families while neighbours complain about noise fluctuating prices missing
signatures unfinished forms re-opened cases long-term leases well-known brokers and part-time clerks`

// foreign is a sentence in another language than the rest.
func foreign(r *rand.Rand) string {
	list := []string{
		"Größe, Maß und Übergabe: die Straße nach Görlitz führt über Łódź, Kraków und Plzeň.",
		"Το λιμάνι μέτρησε χίλια διακόσια σαράντα δέματα την ημέρα.",
		"Порт насчитал тысячу двести сорок посылок в день.",
		"L’été, l’hôtel affiche complet à 98,5 % ; “c’est cher”, dit-elle.",
		"Straßenlängen in km²: 12,5 – 17,25 – 1.240; Preis ≈ 3 €.",
	}
	return list[r.IntN(len(list))]
}

// documents makes the texts, always the same ones.
func documents() []document {
	out := make([]document, documentCount)
	for i := range out {
		r := rand.New(rand.NewPCG(seed, uint64(i)))
		out[i] = document{name: fmt.Sprintf("d%02d", i), markdown: compose(r, i), style: style(i)}
	}
	return out
}

// How a browser sets the page of a document.
func style(i int) string {
	list := []string{
		"body{font-family:'DejaVu Serif',serif;font-size:11pt}",
		"body{font-family:'DejaVu Sans',sans-serif;font-size:10pt;text-align:justify;hyphens:auto} table{border-collapse:collapse} td,th{border:1px solid #888;padding:4px}",
		"body{font-family:'Liberation Serif',serif;font-size:10pt;column-count:2;column-gap:8mm;text-align:justify;hyphens:auto} h1,table{column-span:all}",
		"body{font-family:'Liberation Sans',sans-serif;font-size:9pt;line-height:1.6} table{width:100%;border-collapse:collapse} td,th{border-bottom:1px solid #ccc;text-align:left}",
		"body{font-family:'Liberation Sans',sans-serif;font-size:12pt} h1,h2{letter-spacing:.02em} td,th{padding:1px 3px}",
	}
	return list[i%len(list)]
}

// compose writes a text with headings, paragraphs, lists and tables.
func compose(r *rand.Rand, i int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Report %d about %s and %s\n\n", i+1, pick(r), pick(r))
	for section := range 2 + r.IntN(4) {
		fmt.Fprintf(&b, "## %d %s\n\n", section+1, sentence(r, 3))
		for range 1 + r.IntN(3) {
			b.WriteString(paragraph(r) + "\n\n")
		}
		switch r.IntN(4) {
		case 0:
			b.WriteString(table(r) + "\n")
		case 1:
			for n := range 3 + r.IntN(3) {
				fmt.Fprintf(&b, "%d. %s\n", n+1, sentence(r, 5+r.IntN(14)))
			}
			b.WriteString("\n")
		case 2:
			for range 3 + r.IntN(3) {
				fmt.Fprintf(&b, "- %s\n", sentence(r, 5+r.IntN(14)))
			}
			b.WriteString("\n")
		default:
			b.WriteString(foreign(r) + "\n\n")
		}
	}
	return b.String()
}

func pick(r *rand.Rand) string {
	words := strings.Fields(vocabulary)
	return words[r.IntN(len(words))]
}

func sentence(r *rand.Rand, words int) string {
	list := make([]string, words)
	for i := range list {
		list[i] = pick(r)
		if r.IntN(14) == 0 {
			list[i] = fmt.Sprintf("%d,%03d", 1+r.IntN(90), r.IntN(1000))
		}
	}
	s := strings.Join(list, " ")
	return strings.ToUpper(s[:1]) + s[1:]
}

func paragraph(r *rand.Rand) string {
	var list []string
	for range 3 + r.IntN(5) {
		list = append(list, sentence(r, 6+r.IntN(16))+".")
	}
	return strings.Join(list, " ")
}

// table writes a table, some of whose cells are empty or long.
func table(r *rand.Rand) string {
	columns := 2 + r.IntN(4)
	var b strings.Builder
	line := func(cell func(c int) string) {
		for c := range columns {
			b.WriteString("| " + cell(c) + " ")
		}
		b.WriteString("|\n")
	}
	line(func(int) string { return sentence(r, 1) })
	line(func(int) string { return "---" })
	for range 3 + r.IntN(6) {
		line(func(c int) string {
			switch n := r.IntN(10); {
			case c == 0:
				return sentence(r, 1+r.IntN(2))
			case n == 0:
				return ""
			case n < 3:
				return sentence(r, 4+r.IntN(6))
			case n < 6:
				return sentence(r, 2)
			}
			return fmt.Sprintf("%d.%02d", r.IntN(2000), r.IntN(100))
		})
	}
	return b.String()
}
