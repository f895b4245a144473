package extract

import (
	"archive/zip"
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/frasier-cos/frasier/internal/prose"
)

// Bounds of a workbook beyond those of containers.
const (
	cellsMost   = 200_000 // filled cells that are read, of all sheets together
	stringBytes = 8 << 20 // unpacked bytes of the words that cells share
	sheetBytes  = 24 << 20
)

// Values are as they are shown, formulas by the value that was stored with them; hidden sheets are
// named.
func readXLSX(s *source) (_ Result, err error) {
	defer func() {
		if p := recover(); p != nil { // of the library, on what no program writes
			err = newUnreadableError("%s is a damaged Excel workbook; I kept it but cannot read it yet.", s.name)
		}
	}()
	lean, cut, err := copyLeanWorkbook(s.raw)
	if err != nil {
		return Result{}, s.explainCorruption(err, "Excel workbook")
	}
	const unpacked = 64 << 20
	book, err := excelize.OpenReader(bytes.NewReader(lean), excelize.Options{UnzipSizeLimit: unpacked, UnzipXMLSizeLimit: unpacked})
	if err != nil {
		return Result{}, s.explainCorruption(err, "Excel workbook")
	}
	var w sheetWriter
	var hidden []string
	for _, name := range book.GetSheetList() {
		if visible, err := book.GetSheetVisible(name); err == nil && !visible {
			hidden = append(hidden, oneLine(name))
		}
		rows, err := book.Rows(name)
		if err != nil {
			continue // a sheet of a chart has no rows
		}
		w.beginSheet(name)
		for rows.Next() && !w.isFull() {
			cells, err := rows.Columns()
			if err != nil {
				s.addNote("A row of the sheet %s could not be read.", oneLine(name))
				break
			}
			w.addRow(cells)
		}
		if err := rows.Close(); err != nil {
			s.addNote("The sheet %s could not be read to its end.", oneLine(name))
		}
		w.endSheet()
	}
	if err := book.Close(); err != nil {
		return Result{}, s.explainCorruption(err, "Excel workbook")
	}
	return w.makeResult(s, hidden, cut), nil
}

// Only what cells need is copied: pictures, charts, macros and empty cells stay behind, and of the
// cells all but the first 200,000 that are filled. It reports whether it left cells or words out.
func copyLeanWorkbook(raw []byte) ([]byte, bool, error) {
	c, err := openContainer(raw)
	if err != nil {
		return nil, false, err
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	budget := &leanBudget{cells: cellsMost, bytes: sheetBytes}
	roles, err := c.listWorkbookParts()
	if err != nil {
		return nil, false, err
	}
	for _, f := range c.zip.File {
		name := strings.ToLower(f.Name)
		small := strings.HasSuffix(name, ".rels") && !strings.HasPrefix(name, "xl/worksheets/") || name == "[content_types].xml"
		switch role := roles[name]; {
		case role == partSheet:
			err = budget.copyPart(z, f, f.Name, true)
		case role == partWords:
			err = budget.copyPart(z, f, sharedWords, false)
		case small, role != "":
			to := f.Name
			if role == partStyles {
				to = sharedStyles
			}
			var part []byte
			if part, err = c.unpackPart(f.Name); err == nil {
				var w io.Writer
				if w, err = z.Create(to); err == nil {
					_, err = w.Write(part)
				}
			}
		}
		if err != nil {
			return nil, false, fmt.Errorf("copy part: %w", err)
		}
	}
	if err := z.Close(); err != nil {
		return nil, false, fmt.Errorf("end workbook: %w", err)
	}
	return out.Bytes(), budget.cut, nil
}

// Parts of a workbook have these roles.
const (
	partSheet  = "worksheet"
	partWords  = "sharedStrings"
	partStyles = "styles"
	partBook   = "officeDocument"
)

// The library looks here for what sheets share, wherever the file has it.
const (
	sharedWords  = "xl/sharedStrings.xml"
	sharedStyles = "xl/styles.xml"
)

// Names are in small letters: as the file says it, and those that most programs give their parts.
func (c *container) listWorkbookParts() (map[string]string, error) {
	out := map[string]string{strings.ToLower(sharedWords): partWords, strings.ToLower(sharedStyles): partStyles, "xl/workbook.xml": partBook}
	for _, f := range c.zip.File {
		if name := strings.ToLower(f.Name); strings.HasPrefix(name, "xl/worksheets/") && strings.HasSuffix(name, ".xml") {
			out[name] = partSheet
		}
	}
	book, err := c.findPart("", partBook, "xl/workbook.xml")
	if err != nil {
		return nil, err
	}
	said, err := c.readRelations(book)
	if errors.Is(err, errBomb) {
		return nil, err
	}
	out[strings.ToLower(book)] = partBook
	for _, r := range said {
		if !r.external && (r.kind == partSheet || r.kind == partWords || r.kind == partStyles) {
			for name, role := range out { // the file's own word for it
				if role == r.kind && r.kind != partSheet {
					delete(out, name)
				}
			}
			out[strings.ToLower(r.target)] = r.kind
		}
	}
	return out, nil
}

// leanBudget bounds what is still copied of a workbook.
type leanBudget struct {
	cells, bytes, read int
	cut                bool
}

// The XML of a sheet goes without its empty cells, or the words that cells share, up to the
// bounds, and ends well-formed.
func (b *leanBudget) copyPart(z *zip.Writer, f *zip.File, to string, sheet bool) error {
	in, err := f.Open()
	if err != nil {
		return fmt.Errorf("open part: %w", err)
	}
	out, err := z.Create(to)
	if err != nil {
		return errors.Join(err, in.Close())
	}
	w := bufio.NewWriter(out)
	if sheet {
		err = b.copySheet(bufio.NewReaderSize(in, 64<<10), w)
	} else {
		err = b.copyWords(bufio.NewReaderSize(in, 64<<10), w)
	}
	return errors.Join(err, w.Flush(), in.Close())
}

// Tags are copied up to the end of the cells. What stands behind them (formats, links, checks) is
// left out.
func (b *leanBudget) copySheet(r *bufio.Reader, w *bufio.Writer) error {
	inRow := false
	for {
		tag, err := b.readTag(r)
		if err != nil {
			return err
		}
		name := findTagName(tag)
		switch {
		case tag == nil, name == "/sheetData", b.cells <= 0 || b.bytes <= 0:
			if name != "/sheetData" && tag != nil {
				b.cut = true
			}
			if inRow {
				_, err = w.WriteString("</row>")
			}
			_, end := w.WriteString("</sheetData></worksheet>")
			return errors.Join(err, end)
		case name == "row":
			inRow = !bytes.HasSuffix(tag, []byte("/>"))
		case name == "/row":
			inRow = false
		case name == "c" && bytes.HasSuffix(tag, []byte("/>")):
			continue
		case name == "c":
			b.cells--
		case name == "sheetData" && bytes.HasSuffix(tag, []byte("/>")):
			tag = []byte("<sheetData>")
		}
		b.bytes -= len(tag)
		if _, err := w.Write(tag); err != nil {
			return fmt.Errorf("copy sheet: %w", err)
		}
	}
}

// Cells share words; a bound ends them.
func (b *leanBudget) copyWords(r *bufio.Reader, w *bufio.Writer) error {
	left, inside := stringBytes, false
	for {
		tag, err := b.readTag(r)
		if err != nil {
			return err
		}
		name := findTagName(tag)
		switch {
		case tag == nil:
			return nil
		case name == "si":
			inside = true
		case name == "/si":
			inside = false
		}
		left -= len(tag)
		if _, err := w.Write(tag); err != nil {
			return fmt.Errorf("copy words: %w", err)
		}
		if left <= 0 && !inside {
			b.cut = true
			_, err := w.WriteString("</sst>")
			return err
		}
		if left < -(1 << 20) { // one text of more than a cell holds
			return errBomb
		}
	}
}

// The text before the tag comes too; nothing at the end.
func (b *leanBudget) readTag(r *bufio.Reader) ([]byte, error) {
	const longest = 1 << 20
	var out []byte
	for {
		part, err := r.ReadSlice('>')
		out = append(out, part...)
		if b.read += len(part); b.read > unpackLimit || len(out) > longest {
			return nil, errBomb
		}
		switch {
		case err == nil:
			return out, nil
		case errors.Is(err, io.EOF):
			return nil, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, fmt.Errorf("unpack part: %w", err)
		}
	}
}

// The tag ends the piece; its prefix is left out.
func findTagName(piece []byte) string {
	at := bytes.LastIndexByte(piece, '<')
	if at < 0 {
		return ""
	}
	name := piece[at+1:]
	if end := bytes.IndexAny(name, " \t\r\n>"); end >= 0 {
		name = name[:end]
	}
	ends := bytes.HasPrefix(name, []byte("/"))
	name = bytes.Trim(name, "/")
	if at := bytes.IndexByte(name, ':'); at >= 0 {
		name = name[at+1:]
	}
	if ends {
		return "/" + string(name)
	}
	return string(name)
}

// sheetWriter writes sheets as headings and tables.
type sheetWriter struct {
	markup
	name  string
	rows  [][]string
	bytes int
	cells int
	left  []string // sheets of which not all was read
}

func (w *sheetWriter) beginSheet(name string) {
	w.name, w.rows = oneLine(name), nil
}

func (w *sheetWriter) isFull() bool {
	return w.cells >= cellsMost || w.bytes > AttachmentBytesUsed
}

// Empty cells at the end of a row go; a row without any other is left out.
func (w *sheetWriter) addRow(cells []string) {
	last := 0
	for i, c := range cells[:min(len(cells), columnLimit)] {
		if strings.TrimSpace(c) != "" {
			last = i + 1
			w.cells++
			w.bytes += len(c)
		}
	}
	if last > 0 {
		w.bytes += 3 * last
		w.rows = append(w.rows, append([]string(nil), cells[:last]...))
	}
}

func (w *sheetWriter) endSheet() {
	if w.isFull() {
		w.left = append(w.left, w.name)
	}
	if len(w.rows) == 0 {
		return
	}
	w.writeHeading(2, w.name)
	w.writeTable(dropEmptyColumns(w.rows))
}

// No row has anything in them.
func dropEmptyColumns(rows [][]string) [][]string {
	var used []bool
	for _, r := range rows {
		for i, c := range r {
			for len(used) <= i {
				used = append(used, false)
			}
			used[i] = used[i] || strings.TrimSpace(c) != ""
		}
	}
	for n, r := range rows {
		var out []string
		for i, c := range r {
			if used[i] {
				out = append(out, c)
			}
		}
		rows[n] = out
	}
	return rows
}

// Notes say what is hidden and what was not read.
func (w *sheetWriter) makeResult(s *source, hidden []string, cut bool) Result {
	if len(hidden) > 0 {
		s.addNote("%s has %s, which I read too: %s.", s.name, prose.Count(len(hidden), "hidden sheet"), strings.Join(hidden[:min(len(hidden), 10)], ", "))
	}
	if len(w.left) > 0 || cut {
		where := ""
		if len(w.left) > 0 {
			where = ": not all of " + strings.Join(w.left[:min(len(w.left), 10)], ", ")
		}
		s.addNote("%s has more than the %d filled cells that I read at once%s.", s.name, cellsMost, where)
	}
	return Result{Text: w.out.String(), Truncated: w.hasEnough() || w.isFull() || cut}
}
