package extract

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

const (
	docxBody    = "word/document.xml"
	docxLimit   = 16 << 20 // unpacked bytes of the document's text
	docxEntries = 4000     // files in the container
	docxRatio   = 200      // unpacked to packed bytes, above 1 MiB
)

// errBomb says that a document unpacks to more than a document does.
var errBomb = errors.New("unpacks to too much")

// readDocx reads the text of a Word document: headings, lists, tables. Of its
// container only that one part is unpacked, within limits.
func readDocx(s *source) (Result, error) {
	body, err := docxPart(s.raw)
	switch {
	case errors.Is(err, errBomb):
		return Result{}, unreadable("%s unpacks to far more than a document holds; I kept it but do not open it.", s.name)
	case err != nil:
		return Result{}, unreadable("%s is a damaged Word document; I kept it but cannot read it yet.", s.name)
	}
	var w docxWriter
	if err := w.read(body); err != nil {
		s.note("%s is damaged; I read it up to the fault.", s.name)
	}
	return Result{Text: w.out.String()}, nil
}

func docxPart(raw []byte) ([]byte, error) {
	z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return nil, fmt.Errorf("open container: %w", err)
	}
	if len(z.File) > docxEntries {
		return nil, errBomb
	}
	f, err := z.Open(docxBody)
	if err != nil {
		return nil, fmt.Errorf("open text: %w", err)
	}
	body, err := io.ReadAll(io.LimitReader(f, docxLimit+1))
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("unpack text: %w", err)
	}
	if len(body) > docxLimit || len(body) > 1<<20 && len(body) > docxRatio*len(raw) {
		return nil, errBomb
	}
	return body, nil
}

// docxWriter turns the elements of a Word document into markdown.
type docxWriter struct {
	out    strings.Builder
	para   strings.Builder
	prefix string   // "# ", "- "
	row    []string // cells of the table row being read
	cell   []string // paragraphs of the cell being read
	rows   int      // of the table being read
	tables int      // depth of tables
	hidden bool     // the run is not shown
	text   bool     // inside w:t
}

func (w *docxWriter) read(body []byte) error {
	d := xml.NewDecoder(bytes.NewReader(body))
	d.Strict = false
	for {
		t, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read document: %w", err)
		}
		switch t := t.(type) {
		case xml.StartElement:
			w.start(t)
		case xml.EndElement:
			w.end(t.Name.Local)
		case xml.CharData:
			if w.text && !w.hidden {
				w.para.Write(t)
			}
		}
	}
}

func (w *docxWriter) start(t xml.StartElement) {
	switch t.Name.Local {
	case "t":
		w.text = true
	case "tab":
		w.para.WriteByte('\t')
	case "br", "cr":
		w.para.WriteByte('\n')
	case "p":
		w.para.Reset()
		w.prefix = ""
	case "r":
		w.hidden = false
	case "vanish":
		w.hidden = val(t) != "0" && val(t) != "false"
	case "pStyle":
		if style := strings.ToLower(val(t)); style == "title" {
			w.prefix = "# "
		} else if n, ok := strings.CutPrefix(style, "heading"); ok && len(n) == 1 && n[0] >= '1' && n[0] <= '6' {
			w.prefix = strings.Repeat("#", int(n[0]-'0')) + " "
		}
	case "ilvl":
		w.prefix = "- "
		if n := val(t); len(n) == 1 && n[0] > '0' && n[0] <= '9' {
			w.prefix = strings.Repeat("  ", int(n[0]-'0')) + w.prefix
		}
	case "tbl":
		w.tables++
		w.rows = 0
	case "tr":
		w.row = nil
	case "tc":
		w.cell = nil
	}
}

// val is the value of a property.
func val(t xml.StartElement) string {
	for _, a := range t.Attr {
		if a.Name.Local == "val" {
			return a.Value
		}
	}
	return ""
}

func (w *docxWriter) end(name string) {
	switch name {
	case "t":
		w.text = false
	case "p":
		text := strings.TrimSpace(w.para.String())
		w.para.Reset()
		switch {
		case w.tables > 0:
			w.cell = append(w.cell, strings.Join(strings.Fields(text), " "))
		case text != "":
			w.out.WriteString(w.prefix + text + "\n")
			if !strings.HasSuffix(w.prefix, "- ") {
				w.out.WriteString("\n")
			}
		}
	case "tc":
		w.row = append(w.row, strings.ReplaceAll(strings.TrimSpace(strings.Join(w.cell, " ")), "|", "/"))
	case "tr":
		w.out.WriteString("| " + strings.Join(w.row, " | ") + " |\n")
		if w.rows++; w.rows == 1 {
			w.out.WriteString("|" + strings.Repeat(" --- |", max(1, len(w.row))) + "\n")
		}
	case "tbl":
		w.tables = max(0, w.tables-1)
		w.out.WriteString("\n")
	}
}
