package extract

import (
	"strconv"
	"strings"
	"unicode/utf16"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
)

const (
	rtfDepth = 1000    // groups in one another
	rtfWord  = 32      // letters of a control word
	rtfPara  = 4 << 20 // bytes of a paragraph
)

// A group takes over the state from the one around it.
type rtfState struct {
	skip    bool // what is in it is no text of the document
	unknown bool // it is left out as a part that not every reader knows
	hidden  bool
	mark    bool // it is the mark of a list
	skipAt  int  // characters that stand for one of Unicode
}

type rtf struct {
	markup
	state rtfState
	stack []rtfState
	enc   encoding.Encoding

	text    []byte // of the paragraph, in UTF-8
	bytes   []byte // of the document's charset, which are not decoded yet
	units   []uint16
	skipped int // characters that still stand for the last one of Unicode
	lead    []byte
	level   int
	inTable bool
	cells   []string
	rows    [][]string
	size    int
	over    bool // a table is larger than what is used
}

// Paragraphs, headings, lists and tables are read.
func readRTF(s *source) Result {
	d := &rtf{enc: charmap.Windows1252, state: rtfState{skipAt: 1}, level: -1}
	if !d.readGroups(s.raw) {
		s.addNote("%s is damaged; I read it up to the fault.", s.name)
	}
	d.endParagraph()
	d.endTable()
	return Result{Text: d.out.String(), Truncated: d.full || d.over}
}

func (d *rtf) readGroups(raw []byte) bool {
	for i := 0; i < len(raw) && !d.full && !d.over; {
		switch c := raw[i]; c {
		case '{':
			if d.flushText(); len(d.stack) >= rtfDepth {
				return false
			}
			d.stack = append(d.stack, d.state)
			i++
		case '}':
			d.flushText()
			if n := len(d.stack); n > 0 {
				d.state, d.stack = d.stack[n-1], d.stack[:n-1]
			}
			i++
		case '\\':
			i = d.readControl(raw, i+1)
		case '\r', '\n':
			i++
		default:
			d.takeByte(c)
			i++
		}
	}
	return true
}

// The byte is of the document's charset.
func (d *rtf) takeByte(c byte) {
	if d.skipped > 0 {
		d.skipped--
		return
	}
	if !d.state.skip && !d.state.hidden && len(d.text)+len(d.bytes) < rtfPara {
		d.bytes = append(d.bytes, c)
	}
}

// What was taken is decoded.
func (d *rtf) flushText() {
	if len(d.units) > 0 {
		d.addText(string(utf16.Decode(d.units)))
		d.units = d.units[:0]
	}
	if len(d.bytes) > 0 {
		if out, err := d.enc.NewDecoder().Bytes(d.bytes); err == nil {
			d.addText(string(out))
		}
		d.bytes = d.bytes[:0]
	}
}

func (d *rtf) addText(text string) {
	switch {
	case d.state.skip, d.state.hidden, len(d.text) > rtfPara:
	case d.state.mark:
		d.lead = append(d.lead, text...)
	default:
		d.text = append(d.text, text...)
	}
}

// i is behind the backslash; it returns where the control ends.
func (d *rtf) readControl(raw []byte, i int) int {
	if i >= len(raw) {
		return i
	}
	c := raw[i]
	if c < 'a' || c > 'z' {
		return d.readSymbol(raw, i)
	}
	from := i
	for i < len(raw) && i-from < rtfWord && (raw[i] >= 'a' && raw[i] <= 'z' || raw[i] >= 'A' && raw[i] <= 'Z') {
		i++
	}
	word := string(raw[from:i])
	number, has := 0, false
	from = i
	if i < len(raw) && raw[i] == '-' {
		i++
	}
	for i < len(raw) && i-from < 12 && raw[i] >= '0' && raw[i] <= '9' {
		i++
	}
	if n, err := strconv.Atoi(string(raw[from:i])); err == nil {
		number, has = n, true
	}
	if i < len(raw) && raw[i] == ' ' {
		i++
	}
	if word == "bin" && has && number > 0 {
		return min(len(raw), i+number)
	}
	d.applyWord(word, number, has)
	return i
}

func (d *rtf) readSymbol(raw []byte, i int) int {
	switch c := raw[i]; c {
	case '\'':
		if i+2 < len(raw) {
			if n, err := strconv.ParseUint(string(raw[i+1:i+3]), 16, 8); err == nil {
				d.takeByte(byte(n))
			}
			return i + 3
		}
	case '*':
		if !d.state.skip {
			d.state.skip, d.state.unknown = true, true
		}
	case '~':
		d.takeByte(' ')
	case '_':
		d.takeByte('-')
	case '\\', '{', '}':
		d.takeByte(c)
	case '\r', '\n':
		d.applyWord("par", 0, false)
	}
	return i + 1
}

func (d *rtf) applyWord(word string, n int, has bool) {
	off := has && n == 0
	if word != "u" {
		d.flushText()
		d.skipped = 0
	}
	switch word {
	case "fonttbl", "colortbl", "stylesheet", "info", "pict", "object", "themedata", "datastore", "listtable", "listoverridetable", "rsidtbl", "fldinst", "xmlnstbl",
		"header", "headerl", "headerr", "headerf", "footer", "footerl", "footerr", "footerf", "generator", "revtbl", "pgdsctbl", "filetbl", "annotation", "atnid", "atnauthor":
		d.state.skip, d.state.unknown = true, false
	case "shptxt": // words in a shape, which older readers go over
		d.state.skip = d.state.skip && !d.state.unknown
	case "listtext", "pntext":
		d.state.mark = true
	case "ansicpg":
		if enc, _ := charset.Lookup("windows-" + strconv.Itoa(n)); enc != nil {
			d.enc = enc
		}
	case "v", "deleted":
		d.state.hidden = !off
	case "plain":
		d.state.hidden = false
	case "uc":
		d.state.skipAt = max(0, min(n, 8))
	case "u":
		if len(d.bytes) > 0 {
			d.flushText()
		}
		if !d.state.skip && !d.state.hidden {
			d.units = append(d.units, uint16(n)) // negative ones are meant so
		}
		d.skipped = d.state.skipAt
	case "pard":
		d.level, d.inTable = -1, false
	case "intbl":
		d.inTable = true
	case "outlinelevel":
		d.level = n
	default:
		d.applyMark(word)
	}
}

// Such words stand for characters or end something.
func (d *rtf) applyMark(word string) {
	switch word {
	case "par", "sect", "page":
		if !d.state.skip {
			d.endParagraph()
		}
	case "cell", "nestcell":
		if d.state.skip || len(d.cells) >= columnLimit {
			return
		}
		d.cells = append(d.cells, strings.TrimSpace(string(d.text)))
		d.size += len(d.text) + 3
		d.text, d.lead = nil, nil
		d.over = d.over || d.size > AttachmentBytesUsed
	case "row", "nestrow":
		if len(d.cells) > 0 && !d.state.skip {
			d.rows = append(d.rows, d.cells)
		}
		d.cells = nil
	default:
		d.addText(decodeRTFChar(word))
	}
}

func decodeRTFChar(word string) string {
	switch word {
	case "tab":
		return "\t"
	case "line":
		return "\n"
	case "emdash":
		return "—"
	case "endash":
		return "–"
	case "bullet":
		return "•"
	case "lquote":
		return "‘"
	case "rquote":
		return "’"
	case "ldblquote":
		return "“"
	case "rdblquote":
		return "”"
	case "emspace", "enspace":
		return " "
	}
	return ""
}

// A paragraph within a cell goes on there.
func (d *rtf) endParagraph() {
	d.flushText()
	if d.inTable {
		d.text = append(d.text, ' ')
		return
	}
	d.endTable()
	text, lead := strings.TrimSpace(string(d.text)), strings.TrimSpace(string(d.lead))
	d.text, d.lead = nil, nil
	switch n, err := strconv.Atoi(strings.Trim(lead, ".()")); {
	case text == "":
	case d.level >= 0 && d.level < 6:
		d.writeHeading(d.level+1, text)
	case lead != "" && err == nil && n > 0:
		d.writeItem(listItem{list: "rtf", number: n}, text)
	case lead != "":
		d.writeItem(listItem{list: "rtf"}, text)
	default:
		d.writeParagraph(text)
	}
}

func (d *rtf) endTable() {
	if len(d.cells) > 0 {
		d.rows = append(d.rows, d.cells)
	}
	if len(d.rows) > 0 {
		d.writeTable(d.rows)
	}
	d.rows, d.cells, d.size = nil, nil, 0
}
