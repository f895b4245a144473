package extract_test

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"strings"
	"testing"

	"codeberg.org/go-pdf/fpdf"

	"github.com/frasier-cos/frasier/internal/extract"
)

// packed is a stream of a PDF with its dictionary.
func packed(t *testing.T, dict, data string) string {
	t.Helper()
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	if _, err := z.Write([]byte(data)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("<<%s/Filter/FlateDecode/Length %d>>\nstream\n%s\nendstream", dict, b.Len(), b.String())
}

// written is a PDF of numbered objects; there is no table of contents.
func written(objects ...string) []byte {
	var b strings.Builder
	b.WriteString("%PDF-1.5\n")
	for i, o := range objects {
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	b.WriteString("trailer\n<</Root 1 0 R/Info<</Title(On \\(old\\) roads)/CreationDate(D:20260407)>>>>\n%%EOF\n")
	return []byte(b.String())
}

// Each way of writing a page gives the same words.
func TestPDFForms(t *testing.T) {
	const want = "The office fixed 12 roads."
	tree := []string{"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[3 0 R]/Resources<</Font<</F 5 0 R>>>>>>", "<</Type/Page/Contents 4 0 R>>"}
	plain := "<</Type/Font/Subtype/Type1/Encoding/WinAnsiEncoding>>"
	show := "BT /F 12 Tf 72 700 Td (" + want + ") Tj ET"
	form := func(contents, font string, more ...string) []byte {
		return written(append(append(append([]string(nil), tree...), contents, font), more...)...)
	}
	locked := makePDF(t, func(p *fpdf.Fpdf) {
		p.SetProtection(fpdf.CnProtectPrint, "", "owner")
		p.AddPage()
		p.Text(20, 20, want)
	})
	pages, page := "<</Type/Pages/Count 1/Kids[11 0 R]/Resources<</Font<</F 4 0 R>>>>>>", "<</Type/Page/Contents 3 0 R>>"
	index := fmt.Sprintf("10 0 11 %d ", len(pages))
	for name, raw := range map[string][]byte{
		"a packed page":           form(packed(t, "", show), plain),
		"a page in parts":         form("[6 0 R 7 0 R]", plain, "<</Length 12>>\nstream\nBT /F 12 Tf \nendstream", packed(t, "", "72 700 Td ("+want+") Tj ET")),
		"a length that is wrong":  form("<</Length 3>>\nstream\n"+show+"\nendstream", plain),
		"a length of its own":     form("<</Length 6 0 R>>\nstream\n"+show+"\nendstream", plain, fmt.Sprint(len(show))),
		"octal and hex":           form("<<>>\nstream\nBT /F 12 Tf 72 700 Td (T\\150e office ) Tj <66 69 78 65 64> Tj (\\\n 12 roads.) Tj ET\nendstream", plain),
		"glyphs by name":          form("<<>>\nstream\nBT /F 12 Tf 72 700 Td (The o\\001ce \\002xed 12 roads\\003) Tj ET\nendstream", "<</Type/Font/Subtype/Type1/Encoding<</Differences[1/f_f_i/uniFB01/period]>>>>"),
		"a map of codes":          form("<<>>\nstream\nBT /F 12 Tf 72 700 Td <0001> Tj ET\nendstream", "<</Type/Font/Subtype/Type0/ToUnicode 6 0 R>>", packed(t, "", "1 beginbfchar <0001> <"+fmt.Sprintf("%x", wide(want))+"> endbfchar")),
		"a picture in the page":   form("<<>>\nstream\nBI /W 1 ID (\x00(( EI "+show+"\nendstream", plain),
		"rows that differ":        form(packed(t, "/DecodeParms<</Predictor 12/Columns 8>>", differing(show, 8)), plain),
		"objects in an object":    written("<</Type/Catalog/Pages 10 0 R>>", packed(t, fmt.Sprintf("/Type/ObjStm/N 2/First %d", len(index)), index+pages+page), "<<>>\nstream\n"+show+"\nendstream", plain),
		"locked without password": locked,
	} {
		r, err := extract.Text("x.pdf", "", raw)
		got := strings.NewReplacer("\ufb03", "ffi", "\ufb01", "fi").Replace(r.Text)
		if err != nil || got != want {
			t.Errorf("%s: got %q, error %v; want %q", name, got, err, want)
		}
	}
}

func wide(s string) []byte {
	var out []byte
	for _, c := range []byte(s) {
		out = append(out, 0, c)
	}
	return out
}

// differing is data in rows, each the difference to the one above it.
func differing(data string, row int) string {
	var b strings.Builder
	above := make([]byte, row)
	data += strings.Repeat(" ", (row-len(data)%row)%row)
	for ; data != ""; data = data[row:] {
		b.WriteByte(2)
		for i := range row {
			b.WriteByte(data[i] - above[i])
		}
		copy(above, data)
	}
	return b.String()
}

// Whatever the bytes, a PDF ends as text or as a sentence.
func FuzzPDF(f *testing.F) {
	f.Add([]byte("%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Kids[3 0 R]>>\nendobj\n3 0 obj\n<</Type/Page/Contents 4 0 R/Resources<</Font<</F<<>>>>>>>>\nendobj\n4 0 obj\n<<>>\nstream\nBT /F 9 Tf (words) Tj ET\nendstream\nendobj\ntrailer<</Root 1 0 R>>"))
	f.Add([]byte("%PDF-1.5\n5 0 obj\n<</Type/ObjStm/N 1/First 4/Length 9>>\nstream\n5 0 [5 0 R]\nendstream\nendobj\n7 0 obj\n<</Type/XRef/Root 5 0 R>>\nstream\n\nendstream"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		r, err := extract.Text("x.pdf", "", append([]byte("%PDF-"), raw...))
		if err == nil {
			checkResult(t, r)
		} else if !errors.Is(err, extract.ErrEmpty) && !errors.Is(err, extract.ErrUnreadable) || strings.ContainsAny(err.Error(), "\n\r") || strings.Contains(err.Error(), "print it to a new PDF") {
			t.Errorf("error %q is no sentence of ours, or hides a fault of ours", err)
		}
	})
}
