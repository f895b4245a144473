package hiddencheck

import (
	"testing"

	"example.com/search/pages"
)

func TestPages(t *testing.T) {
	for hits := 0; hits <= 31; hits++ {
		var all []string
		for i := 0; i < hits; i++ {
			all = append(all, string(rune('A'+i)))
		}
		for size := 1; size <= 11; size++ {
			n := pages.Count(hits, size)
			var got []string
			for p := 1; p <= n; p++ {
				page := pages.Page(all, p, size)
				if len(page) == 0 || len(page) > size {
					t.Fatalf("%d hits, size %d: page %d is %v", hits, size, p, page)
				}
				got = append(got, page...)
			}
			if len(got) != hits || hits > 0 && got[hits-1] != all[hits-1] {
				t.Fatalf("%d hits, size %d: pages hold %v", hits, size, got)
			}
			if len(pages.Page(all, n+1, size)) != 0 || len(pages.Page(all, 0, size)) != 0 {
				t.Fatalf("%d hits, size %d: a page outside", hits, size)
			}
		}
	}
	if pages.Count(5, 0) != 0 {
		t.Error("pages of size 0")
	}
}
