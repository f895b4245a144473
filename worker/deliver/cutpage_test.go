package deliver_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/ledongthuc/pdf"

	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/deliver"
)

// A page that a part of one page cuts short is nearly empty less often: the text before is set
// a little closer or wider for it, and tables are split.
func TestFewPagesBeforeAPageAreNearlyEmpty(t *testing.T) {
	empty, all := 0, 0
	for lines := 1; lines <= 24; lines++ {
		body := strings.Repeat("A line of text that somebody reads, and that goes on until it needs a second line on its page, as most of them do.\n\n", lines) +
			"| Who | Step |\n|---|---|\n" + strings.Repeat("| Brandt | Ring the workshop |\n", 9) + strings.Repeat("\nMore of it, and some words behind that.\n", 14)
		d := deliver.Compose(project(), []work.Upstream{done("i1", "First", body), done("i2", "Write the one-page plan", "Planned."), done("i3", "Last", "Text.")}, nil)
		list := measure(t, render(t, d))
		for i, p := range list {
			if i+1 < len(list) && strings.Contains(list[i+1].text, "Planned.") {
				all++
				if p.share < 1.0/3 {
					empty++
				}
			}
		}
	}
	if all < 20 || empty > 7 { // 9 where the rest of the document does not give way
		t.Errorf("%d of %d pages before a part that stands alone are nearly empty", empty, all)
	}
}

// What was asked for takes one line below its heading, however long it was.
func TestTheOrderTakesALineOfThePDF(t *testing.T) {
	for n := 8; n < 40; n++ {
		order := "Compare" + strings.Repeat(" the workshops of Marlingen", n/4) + strings.Repeat(" mm", n%4)
		raw := render(t, deliver.Compose(project(), []work.Upstream{done("i1", order, "# Marlingen has three workshops that mend cargo bikes\n\nText."), done("i2", "Other", "More.")}, nil))
		r, err := pdf.NewReader(bytes.NewReader(raw), int64(len(raw)))
		if err != nil {
			t.Fatal(err)
		}
		lines := map[string]bool{}
		for _, x := range r.Page(1).Content().Text {
			if x.FontSize == 8.5 && strings.TrimSpace(x.S) != "" {
				lines[fmt.Sprint(int(x.Y))] = true
			}
		}
		if len(lines) != 1 {
			t.Errorf("%d words: what was asked for takes %d lines", n, len(lines))
		}
	}
}
