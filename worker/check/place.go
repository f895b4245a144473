package check

import (
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// Place is one citation in a text.
type Place struct {
	Passage string
	Claim   string   // the sentence that it stands in, as citations name it
	Before  []string // the sentences before it that cite nothing, the nearest first
	Said    string   // what it stands behind: its clause, or its cell with the names of row and column
	Alone   bool     // the sentence cites the passage only here
	Others  bool     // the sentence cites other passages too; false for cells
}

// Places lists the citations of a text in their order.
func Places(text string) []Place {
	var out []Place
	for _, p := range splitPieces(text) {
		if p.kind == pieceRow {
			out = append(out, listRowPlaces(p)...)
			continue
		}
		sentences := []string{p.text}
		if p.kind == piecePlain || p.kind == pieceItem || p.kind == pieceQuote {
			sentences = splitParagraph(p.text)
		}
		var before []string
		for _, s := range sentences {
			list := listSentencePlaces(s, before)
			out = append(out, list...)
			before = slices.Insert(before, 0, Plain(s))
			if len(list) > 0 {
				before = nil
			}
		}
	}
	return out
}

func listSentencePlaces(s string, before []string) []Place {
	var out []Place
	ids := Markers(s)
	at := 0
	for _, m := range findMarkers(s) {
		clause := s[at:m.start]
		if strings.Trim(clause, " .,;:") == "" { // a second marker on the same spot
			clause = s[:m.start]
		}
		for _, id := range m.ids {
			n := 0
			for _, o := range ids {
				if o == id {
					n++
				}
			}
			out = append(out, Place{Passage: id, Claim: Plain(s), Before: before, Said: StripMarkers(clause), Alone: n == 1, Others: len(removeDuplicates(ids)) > 1})
		}
		at = m.end
	}
	return out
}

func listRowPlaces(p piece) []Place {
	var out []Place
	for _, c := range splitCells(p.text, p.header) {
		for _, id := range Markers(c.cell) {
			out = append(out, Place{Passage: id, Claim: Plain(p.text), Said: c.said})
		}
	}
	return out
}

type namedCell struct{ cell, said string }

// aboutAll matches the figures of a column's name, which are about the whole
// column: "Interviews, of 14".
var aboutAll = lazyregexp.New(`\b\d[\d.,]*\b`)

// A cell says the names of its row and its column and its own words.
func splitCells(row, header string) []namedCell {
	cells := strings.Split(strings.Trim(row, "| "), "|")
	// A header may be far longer than its rows: no more of it is cut than they need.
	heads := strings.SplitN(strings.Trim(header, "| "), "|", len(cells)+1)
	const longestName = 90 // characters; a longer first cell is a statement of its own
	var out []namedCell
	for i, c := range cells {
		said := StripMarkers(c)
		if i > 0 {
			if i < len(heads) {
				said = strings.TrimSpace(aboutAll.ReplaceAllString(heads[i], "")) + " " + said
			}
			if name := strings.TrimSpace(StripMarkers(cells[0])); len(name) <= longestName {
				said = name + " " + said
			}
		}
		out = append(out, namedCell{c, said})
	}
	return out
}

// A sentence says one thing, a row one in each cell.
func listStatements(s Sentence, id string) []string {
	if !s.Row {
		return []string{s.checked}
	}
	var out []string
	for _, c := range splitCells(s.Text, s.header) {
		if slices.Contains(Markers(c.cell), id) {
			out = append(out, c.said)
		}
	}
	return out
}

func speaksOf(statement, quote string) bool {
	x := newStatement(statement)
	have := newStatement(quote)
	n := 0
	for _, w := range x.words {
		if slices.Contains(have.words, w) {
			n++
		}
	}
	return n*2 >= len(x.words)
}
