package research_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/research"
)

// BenchmarkSelect cuts 1 000 sentences of 16 pages into passages, ranks them
// for four questions and packs the best.
func BenchmarkSelect(b *testing.B) {
	subjects := []string{"laundries", "ferries", "bakeries", "cafes", "climbing halls", "vets", "parcels", "solar systems"}
	places := []string{"Marlport", "the Isles", "Lowmark", "Northland", "Fellmark", "Westvale", "Southport", "Eastmark"}
	var docs []work.Document
	n := 0
	for page := range 16 {
		var text strings.Builder
		for line := 0; n < 1000*(page+1)/16; line, n = line+1, n+1 {
			s, p := subjects[(n*5+page)%8], places[(n*3+page)%8]
			fmt.Fprintf(&text, "In %d there were %d %s in %s, and their owners paid %d.%d euros for each of %d posts that stayed empty through the winter. ", 2010+n%16, 17*n%991, s, p, n%97, n%10, n%13)
			if line%4 == 3 {
				text.WriteString("\n\n")
			}
		}
		docs = append(docs, work.Document{
			ID: org.DocumentID(fmt.Sprint("d", page)), URL: fmt.Sprintf("https://site%d.example/", page), Site: fmt.Sprintf("site%d.example", page), Origin: work.OriginWeb,
			Title: "Figures of " + subjects[page%8], Text: text.String(), Published: "2026-03-01",
		})
	}
	questions := []work.SubQuestion{
		{ID: "q1", Text: "How many laundries are there in Marlport?", Need: "number"},
		{ID: "q2", Text: "What do bakeries in Lowmark pay for a post?", Need: "number"},
		{ID: "q3", Text: "How did the number of ferries in the Isles change since 2015?", Need: "comparison", FreshDays: 400},
		{ID: "q4", Text: "Why do posts in climbing halls stay empty?", Need: "mechanism"},
	}
	for b.Loop() {
		if got := research.Select(docs, questions, clock()); len(got) < 10 {
			b.Fatalf("%d passages were chosen", len(got))
		}
	}
}
