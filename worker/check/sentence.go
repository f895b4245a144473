package check

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// Sentence is one sentence of a draft with the markers that stand in it.
type Sentence struct {
	Text    string
	Para    int // paragraph as prompts number them, from 1
	Markers []string
	Quoted  bool   // it is in a block quote
	Row     bool   // it is a table row
	Section string // the headings above it, outermost first
	Answer  bool   // it follows a question
	checked string // what numbers are looked for in: a row without its own columns
	header  string // of a row's table
	piece   int    // the paragraph, item or row of the draft that it stands in
}

// Sentences splits Markdown into sentences. Headings, header rows, code
// fences, rules and table rulers hold none; a list item or a block quote is a
// paragraph of its own, and a table row is one sentence.
func Sentences(text string) []Sentence {
	var out []Sentence
	for i, p := range splitPieces(text) {
		switch p.kind {
		case pieceHeading, pieceHeader, pieceCode:
			continue
		case pieceRow:
			out = append(out, Sentence{
				Text: p.text, Para: p.para, Markers: Markers(p.text), Row: true, Section: p.section, checked: removeOwnColumns(p.text, p.header), header: p.header, piece: i,
			})
			continue
		case piecePlain, pieceItem, pieceQuote:
		}
		question := false
		for _, s := range splitParagraph(p.text) {
			out = append(out, Sentence{
				Text: s, Para: p.para, Markers: Markers(s), Quoted: p.kind == pieceQuote, Section: p.section, Answer: question, checked: s, piece: i,
			})
			question = strings.HasSuffix(s, "?")
		}
	}
	return out
}

// Paragraphs splits Markdown into blocks: runs of plain lines, and each
// heading, list item, block quote, table row and code line by itself.
func Paragraphs(text string) []string {
	var out []string
	for _, p := range splitPieces(text) {
		out = append(out, p.text)
	}
	return out
}

type pieceKind int

const (
	piecePlain pieceKind = iota
	pieceHeading
	pieceItem
	pieceQuote
	pieceHeader // the first row of a table
	pieceRow
	pieceCode
)

type piece struct {
	kind    pieceKind
	text    string
	para    int
	section string
	header  string // of a row's table
}

type markdownReader struct {
	out    []piece
	heads  []sectionHead
	fenced string // the mark that ends the fence
	table  bool   // the line before belongs to a table
	header string
}

type sectionHead struct {
	level int
	text  string
}

func splitPieces(text string) []piece {
	var r markdownReader
	for i, block := range prompt.Paragraphs(dropOpenFence(text)) {
		r.table, r.header = false, ""
		lines := strings.Split(block, "\n")
		for j, l := range lines {
			next := ""
			if j+1 < len(lines) {
				next = strings.TrimSpace(lines[j+1])
			}
			r.readLine(strings.TrimSpace(l), next, i+1)
		}
	}
	return r.out
}

// An open fence would hide the rest of the text.
func dropOpenFence(text string) string {
	n, last := 0, 0
	at := 0
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			n, last = n+1, at
		}
		at += len(line)
	}
	if n%2 == 0 {
		return text
	}
	_, rest, _ := strings.Cut(text[last:], "\n")
	return text[:last] + rest
}

// next is the line below it in the same paragraph.
func (r *markdownReader) readLine(t, next string, para int) {
	if mark, _ := parseFence(t); mark != "" && (r.fenced == "" || r.fenced == mark) {
		if r.fenced == "" {
			r.fenced = mark
		} else {
			r.fenced = ""
		}
		return
	}
	switch {
	case r.fenced != "":
		r.addPiece(pieceCode, t, para)
	case t == "":
	case strings.HasPrefix(t, "#"):
		r.startHeading(len(t)-len(strings.TrimLeft(t, "#")), strings.TrimSpace(strings.Trim(t, "#")))
		r.addPiece(pieceHeading, t, para)
	case isRuler(t):
		r.readRuler(t)
	case strings.Contains(t, "|") && isRuler(next) && strings.Contains(next, "|") && strings.Contains(next, "-"):
		r.header = t
		r.addPiece(pieceHeader, t, para)
	case strings.HasPrefix(t, "|") || r.table && strings.Contains(t, "|"):
		r.addPiece(pieceRow, t, para)
	case strings.HasPrefix(t, ">"):
		r.joinLine(pieceQuote, strings.TrimSpace(strings.TrimLeft(t, "> ")), para)
	case isListItem(t):
		r.addPiece(pieceItem, t, para)
	default:
		r.followLine(t, para)
	}
}

func (r *markdownReader) addPiece(kind pieceKind, text string, para int) {
	r.out = append(r.out, piece{kind: kind, text: text, para: para, section: r.joinSection(), header: r.header})
}

// A line of dashes begins a table, makes a heading of the line above, or only separates.
func (r *markdownReader) readRuler(t string) {
	if strings.Contains(t, "|") {
		r.table = true
		return
	}
	n := len(r.out)
	if n > 0 && r.out[n-1].kind == piecePlain && strings.Trim(t, "=") == "" {
		r.out[n-1].kind = pieceHeading
		r.startHeading(1, r.out[n-1].text)
	}
}

func (r *markdownReader) joinLine(kind pieceKind, text string, para int) {
	if n := len(r.out); n > 0 && r.out[n-1].kind == kind && r.out[n-1].para == para {
		r.out[n-1].text += " " + text
		return
	}
	r.addPiece(kind, text, para)
}

// A line goes on what is above it, or begins a run.
func (r *markdownReader) followLine(text string, para int) {
	if n := len(r.out); n > 0 && r.out[n-1].para == para {
		if k := r.out[n-1].kind; k == pieceItem || k == pieceQuote {
			r.joinLine(k, text, para)
			return
		}
	}
	r.joinLine(piecePlain, text, para)
}

func (r *markdownReader) startHeading(level int, text string) {
	r.heads = append(slices.DeleteFunc(r.heads, func(h sectionHead) bool { return h.level >= level }), sectionHead{level, text})
}

func (r *markdownReader) joinSection() string {
	texts := make([]string, len(r.heads))
	for i, h := range r.heads {
		texts[i] = h.text
	}
	return strings.Join(texts, " > ")
}

func isRuler(p string) bool { return p != "" && strings.Trim(p, "-|:=* ") == "" }

func isListItem(t string) bool {
	if len(t) > 1 && strings.IndexByte("-*+", t[0]) >= 0 && t[1] == ' ' {
		return true
	}
	n := len(t) - len(strings.TrimLeft(t, "0123456789"))
	return n > 0 && n < 4 && len(t) > n+1 && (t[n] == '.' || t[n] == ')') && t[n+1] == ' '
}

// The header says which cells number or rate the rows.
func removeOwnColumns(row, header string) string {
	heads := strings.Split(strings.Trim(header, "| "), "|")
	cells := strings.Split(strings.Trim(row, "| "), "|")
	if header == "" || len(heads) != len(cells) {
		return row
	}
	for i, h := range heads {
		if f := prose.Fold(h); strings.TrimSpace(h) == "#" || slices.Contains([]string{"no", "nr", "order"}, f) || slices.ContainsFunc(strings.Fields(f), isOwnColumn) {
			cells[i] = " "
		}
	}
	return "| " + strings.Join(cells, "|") + " |"
}

func isOwnColumn(word string) bool {
	switch word {
	case "score", "scores", "rating", "rank", "ranking", "weight", "priority", "fit", "confidence":
		return true
	}
	return false
}

// Decimals, initials and common abbreviations do not end a sentence. A marker after the full stop
// belongs to the sentence before it.
func splitParagraph(p string) []string {
	var out []string
	start := 0
	take := func(end int) {
		if s := strings.TrimSpace(p[start:end]); s != "" {
			out = append(out, s)
		}
		start = end
	}
	for i := 0; i < len(p); {
		c, size := utf8.DecodeRuneInString(p[i:])
		end := i + size
		switch {
		case c == '[':
			if m, ok := parseMarker(p, i); ok {
				end = m.end
			}
		case strings.ContainsRune("。！？", c):
			end = skipAfterStop(p, end)
			take(end)
		case c == '.' || c == '!' || c == '?':
			stop := skipAfterStop(p, end)
			if stop < len(p) && (p[stop] != ' ' || c == '.' && isAbbreviation(p[start:i], strings.TrimLeft(p[stop:], " "))) {
				break
			}
			end = stop
			take(end)
		}
		i = end
	}
	take(len(p))
	return out
}

// Quotation marks and markers behind a full stop belong to its sentence.
func skipAfterStop(p string, i int) int {
	for i < len(p) {
		c, size := utf8.DecodeRuneInString(p[i:])
		if strings.ContainsRune("\"'”’)*_.!?」』", c) {
			i += size
			continue
		}
		at := i + len(p[i:]) - len(strings.TrimLeft(p[i:], " "))
		m, ok := marker{}, false
		if at < len(p) && p[at] == '[' {
			m, ok = parseMarker(p, at)
		}
		if !ok {
			return i
		}
		i = m.end
	}
	return i
}

func isAbbreviation(head, tail string) bool {
	fields := strings.Fields(head)
	if len(fields) == 0 {
		return true
	}
	last := strings.ToLower(strings.TrimLeft(fields[len(fields)-1], "(\"“*_"))
	next, _ := utf8.DecodeRuneInString(tail)
	if one := []rune(last); len(one) == 1 && unicode.IsLetter(one[0]) {
		return true
	}
	if strings.Trim(last, "0123456789") == "" && (len(fields) == 1 || len(last) < 3 && isGermanMonth(tail)) {
		return true
	}
	switch last {
	case "e.g", "i.e", "vs", "mr", "mrs", "ms", "dr", "prof", "inc", "ltd", "co", "corp", "st", "u.s", "u.k", "a.m", "p.m", "bzw", "z.b", "d.h", "mio", "mrd", "resp", "incl", "excl", "est":
		return true
	case "etc":
		return !unicode.IsUpper(next)
	case "no", "fig", "nr", "approx", "ca", "p", "pp", "sec", "art", "vol", "ch", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec":
		return unicode.IsDigit(next)
	}
	return false
}

// The full stop in "15. April" ends no sentence.
func isGermanMonth(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	switch strings.ToLower(strings.Trim(word, ".,;:!?)")) {
	case "januar", "februar", "märz", "april", "mai", "juni", "juli", "august", "september", "oktober", "november", "dezember":
		return true
	}
	return false
}
