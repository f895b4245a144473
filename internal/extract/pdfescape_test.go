package extract_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/extract"
)

// A font that holds only the glyphs of its page numbers them from 1 on, so that any byte may
// stand for a letter: also those that a string writes as an escape.
func TestPDFEscapesAreCodesOfGlyphs(t *testing.T) {
	const font = "<</Type/Font/Subtype/TrueType/BaseFont/AAAAAA+Subset/FirstChar 8/LastChar 13/Widths[600 600 600 600 600 600]/ToUnicode 7 0 R>>"
	const codes = "<<>>\nstream\n/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange " +
		"5 beginbfchar <08> <0042> <09> <0061> <0A> <0074> <0C> <0068> <0D> <0073> endbfchar endcmap\nendstream"
	raw := onePage("/X Do", "", "/XObject<</X 8 0 R>>", "", font, codes,
		form("/Resources<</Font<</G 6 0 R>>>>", `BT /G 12 Tf 50 600 Td (\b\t\n\f\r) Tj ET`))
	r, err := extract.Text("x.pdf", "", raw)
	if err != nil || r.Text != "Baths" {
		t.Errorf("got %q, error %v; want Baths", r.Text, err)
	}
}
