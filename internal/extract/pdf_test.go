package extract_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/goregular"

	"github.com/frasier-cos/frasier/internal/extract"
	"github.com/frasier-cos/frasier/internal/tools/bench/pace"
)

const prose = "The council of Port Ellery counted 1,240 parcels a day in March. Of these, 12.5 % went to the old town, where couriers may stop between six and ten in the morning only. "

// makePDF writes a document with the text as paragraphs.
func makePDF(t *testing.T, build func(p *fpdf.Fpdf)) []byte {
	t.Helper()
	p := fpdf.New("P", "mm", "A4", "")
	p.SetFont("Helvetica", "", 11)
	p.SetTitle("Parcels in Port Ellery", true)
	p.SetCreationDate(time.Date(2026, 4, 7, 9, 0, 0, 0, time.UTC))
	build(p)
	var b bytes.Buffer
	if err := p.Output(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestPDF(t *testing.T) {
	raw := makePDF(t, func(p *fpdf.Fpdf) {
		p.AddPage()
		p.SetFont("Helvetica", "B", 16)
		p.MultiCell(0, 8, "Parcels", "", "L", false)
		p.SetFont("Helvetica", "", 11)
		p.MultiCell(0, 5, strings.Repeat(prose, 3), "", "J", false)
		p.Ln(8)
		p.MultiCell(0, 5, "A second paragraph.", "", "L", false)
		p.AddPage()
		p.MultiCell(0, 5, "Page two.", "", "L", false)
	})
	r, err := extract.Text("parcels.pdf", "application/pdf", raw)
	if err != nil {
		t.Fatal(err)
	}
	checkResult(t, r)
	want := "Parcels\n\n" + strings.TrimSpace(strings.Repeat(prose, 3)) + "\n\nA second paragraph.\n\nPage two."
	if r.Text != want || r.Title != "Parcels in Port Ellery" || r.Published != "2026-04-07" {
		t.Errorf("Text(parcels.pdf): got title %q and\n%q\nwant\n%q", r.Title, r.Text, want)
	}
	if r, err = extract.Text("parcels.md", "", raw); err != nil || r.Kind != extract.KindPDF || len(r.Notes) != 1 {
		t.Errorf("Text(parcels.md with a PDF inside): got kind %q, notes %q, error %v; want it read and noted", r.Kind, r.Notes, err)
	}
}

func TestPDFSentenceOverPages(t *testing.T) {
	raw := makePDF(t, func(p *fpdf.Fpdf) {
		for _, part := range strings.SplitAfter(prose, "couriers ") {
			p.AddPage()
			p.MultiCell(0, 5, strings.TrimSpace(part), "", "L", false)
		}
	})
	r, err := extract.Text("parcels.pdf", "", raw)
	if want := strings.TrimSpace(prose); err != nil || r.Text != want {
		t.Errorf("Text(parcels.pdf): got %q, error %v, want %q", r.Text, err, want)
	}
}

// TeX sets no spaces, only glyphs with gaps between words.
func TestPDFWithoutSpaces(t *testing.T) {
	raw := makePDF(t, func(p *fpdf.Fpdf) {
		p.AddPage()
		x, y := 20.0, 30.0
		for _, w := range strings.Fields(strings.Repeat(prose, 2)) {
			if x+p.GetStringWidth(w) > 190 {
				x, y = 20, y+5
			}
			p.Text(x, y, w)
			x += p.GetStringWidth(w) + 1.1
		}
	})
	r, err := extract.Text("tex.pdf", "", raw)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.TrimSpace(r.Text), strings.TrimSpace(strings.Repeat(prose, 2)); got != want {
		t.Errorf("Text(tex.pdf): got\n%q\nwant\n%q", got, want)
	}
}

// Fonts of two-byte codes, as this product's own documents have.
func TestPDFUnicodeFont(t *testing.T) {
	const want = "Größe: 5 kΩ – “Łódź”, 1,240 m²."
	raw := makePDF(t, func(p *fpdf.Fpdf) {
		p.AddUTF8FontFromBytes("go", "", goregular.TTF)
		p.SetFont("go", "", 12)
		p.AddPage()
		p.MultiCell(0, 6, want, "", "L", false)
	})
	r, err := extract.Text("units.pdf", "", raw)
	if err != nil || r.Text != want {
		t.Errorf("Text(units.pdf): got %q, error %v, want %q", r.Text, err, want)
	}
}

// A page that unpacks to a program of many million operators ends in time.
func TestPDFBomb(t *testing.T) {
	raw := makePDF(t, func(p *fpdf.Fpdf) {
		p.AddPage()
		p.Text(20, 20, "Words before the bomb.")
		p.RawWriteStr(strings.Repeat("q (aaaaaaaaaaaaaaaaaaaa) Tj\n", 200_000))
	})
	start := pace.Spent()
	_, err := extract.Text("bomb.pdf", "", raw)
	if took := pace.Spent() - start; took > pace.Most(6*time.Second) {
		t.Errorf("Text(bomb.pdf, %d bytes): took %v, error %v", len(raw), took, err)
	}
}

func TestPDFLimits(t *testing.T) {
	raw := makePDF(t, func(p *fpdf.Fpdf) {
		for n := range 201 {
			p.AddPage()
			p.Text(20, 20, fmt.Sprintf("Page %d.", n+1))
		}
	})
	r, err := extract.Text("long.pdf", "", raw)
	if err != nil || !strings.Contains(r.Text, "Page 200.") || strings.Contains(r.Text, "Page 201.") {
		t.Errorf("Text(long.pdf): got error %v and ...%q, want pages 1 to 200", err, r.Text[max(0, len(r.Text)-40):])
	}
	if got := strings.Join(r.Notes, " "); got != "I read the first 200 of 201 pages of long.pdf; the rest is kept." {
		t.Errorf("Text(long.pdf): got notes %q", got)
	}
	scan := makePDF(t, func(p *fpdf.Fpdf) { p.AddPage(); p.Rect(10, 10, 50, 50, "F") })
	if _, err := extract.Text("scan.pdf", "", scan); !errors.Is(err, extract.ErrUnreadable) || !strings.Contains(err.Error(), "holds no text") {
		t.Errorf("Text(scan.pdf): got error %v, want one that says it holds no text", err)
	}
	locked := makePDF(t, func(p *fpdf.Fpdf) {
		p.SetProtection(fpdf.CnProtectPrint, "user", "owner")
		p.AddPage()
		p.Text(20, 20, "secret")
	})
	if _, err := extract.Text("locked.pdf", "", locked); !errors.Is(err, extract.ErrUnreadable) || !strings.Contains(err.Error(), "password") {
		t.Errorf("Text(locked.pdf): got error %v, want one that names the password", err)
	}
}

// A PDF cut or changed anywhere gives text or a sentence, soon, and never a
// panic.
func TestPDFDamaged(t *testing.T) {
	raw := makePDF(t, func(p *fpdf.Fpdf) {
		p.SetCompression(false)
		p.AddPage()
		p.MultiCell(0, 5, prose, "", "L", false)
	})
	start := pace.Spent()
	for i := 9; i < len(raw); i += 1 + len(raw)/300 {
		bad := bytes.Clone(raw)
		bad[i] ^= 0x15
		for _, data := range [][]byte{raw[:i], bad} {
			if _, err := extract.Text("x.pdf", "", data); err != nil && (!errors.Is(err, extract.ErrUnreadable) && !errors.Is(err, extract.ErrEmpty) || strings.Contains(err.Error(), "print it to a new PDF")) {
				t.Errorf("Text of a PDF damaged at byte %d: got error %v", i, err)
			}
		}
	}
	if took := pace.Spent() - start; took > pace.Most(8*time.Second) {
		t.Errorf("600 damaged files took %v", took)
	}
}

func makeDocx(t *testing.T, body string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create("word/document.xml")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte(body)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestDocx(t *testing.T) {
	raw := makeDocx(t, `<?xml version="1.0"?><w:document xmlns:w="x"><w:body>
<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Plan &amp; price</w:t></w:r></w:p>
<w:p><w:r><w:t xml:space="preserve">We sell </w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>SECRET</w:t></w:r><w:r><w:t>40 boxes.</w:t></w:r><w:del><w:r><w:delText>GONE</w:delText></w:r></w:del></w:p>
<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/></w:numPr></w:pPr><w:r><w:t>one</w:t></w:r></w:p>
<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Size</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>Euros</w:t></w:r></w:p></w:tc></w:tr>
<w:tr><w:tc><w:p><w:r><w:t>Small</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>12.50</w:t></w:r></w:p></w:tc></w:tr></w:tbl></w:body></w:document>`)
	r, err := extract.Text("plan.docx", "", raw)
	if err != nil {
		t.Fatal(err)
	}
	want := "# Plan & price\n\nWe sell 40 boxes.\n\n- one\n\n| Size | Euros |\n| --- | --- |\n| Small | 12.50 |\n\n"
	if r.Text != want || r.Kind != extract.KindDocx || r.Title != "Plan & price" {
		t.Errorf("Text(plan.docx): got title %q and\n%q\nwant\n%q", r.Title, r.Text, want)
	}
}

func TestDocxBomb(t *testing.T) {
	raw := makeDocx(t, "<w:document>"+strings.Repeat("<w:t>aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa</w:t>", 200_000)+"</w:document>")
	if _, err := extract.Text("bomb.docx", "", raw); !errors.Is(err, extract.ErrUnreadable) || !strings.Contains(err.Error(), "unpacks to far more") {
		t.Errorf("Text(bomb.docx, %d bytes): got error %v, want ErrUnreadable", len(raw), err)
	}
}
