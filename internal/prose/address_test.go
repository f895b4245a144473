package prose_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/prose"
)

func TestOnePageHasOneKey(t *testing.T) {
	for _, same := range [][]string{
		{"https://own.example/fares", "http://www.own.example/fares/", "https://own.example/fares?utm_source=a&utm_medium=mail", "https://own.example/fares?ref=news", "https://own.example/fares/amp", "https://amp.own.example/fares", "https://m.own.example/fares?fbclid=x#top", "https://own.example/amp/fares", "https://own.example/fares?mc_cid=1&mc_eid=2", "https://www.google.com/url?q=https%3A%2F%2Fown.example%2Ffares&sa=D", "https://www.google.com/amp/s/own.example/fares", "https://own-example.cdn.ampproject.org/c/s/own.example/fares", "https://eur02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fown.example%2Ffares%3Futm_campaign%3Dx&data=05", "https://l.facebook.com/l.php?u=https%3A%2F%2Fown.example%2Ffares%3Ffbclid%3DIw&h=AT"},
		{"https://own.example/a?x=1&y=2", "https://own.example/a?y=2&x=1&gclid=z"},
		{"https://de.wikipedia.org/wiki/F%C3%A4hre", "https://de.m.wikipedia.org/wiki/F%C3%A4hre"},
		{"https://www.youtube.com/watch?v=abc", "https://m.youtube.com/watch?v=abc&si=share"},
	} {
		for _, a := range same[1:] {
			if got, want := prose.PageKey(a), prose.PageKey(same[0]); got != want {
				t.Errorf("PageKey(%q) = %q, that of %q is %q; want one", a, got, same[0], want)
			}
		}
	}
	for _, apart := range [][2]string{
		{"https://own.example/a?page=1", "https://own.example/a?page=2"},
		{"https://blog.example/?s=ferry", "https://blog.example/?s=bus"},
		{"https://github.com/a/b/tree/x?ref=one", "https://github.com/a/b/tree/x?ref=two"},
		{"https://m.example/a", "https://n.example/a"},
		{"https://shop.own.example/a", "https://own.example/a"},
		{"https://own.example/camp", "https://own.example/c"},
		{"https://own.example/q?source=a", "https://own.example/q?source=b"},
	} {
		if prose.PageKey(apart[0]) == prose.PageKey(apart[1]) {
			t.Errorf("%q and %q have one key %q, want two", apart[0], apart[1], prose.PageKey(apart[0]))
		}
	}
}

func TestCleanAddressLeadsToTheSamePage(t *testing.T) {
	for in, want := range map[string]string{
		"https://own.example/a/?b=2&a=1&utm_source=x#part":         "https://own.example/a/?b=2&a=1",
		"https://own.example/a?utm_source=x":                       "https://own.example/a",
		"https://m.own.example/a":                                  "https://m.own.example/a",
		"https://own.example/a?q=%zz&gclid=1":                      "https://own.example/a?q=%zz",
		"https://x.com/a/status/1?s=20&t=abc":                      "https://x.com/a/status/1",
		"https://blog.example/?s=ferry":                            "https://blog.example/?s=ferry",
		"https://www.amazon.de/dp/B0?ref=sr_1&th=1":                "https://www.amazon.de/dp/B0?th=1",
		"https://medium.com/p/a?source=mail&sk=friend":             "https://medium.com/p/a?sk=friend",
		"https://www.google.com/url?q=javascript:alert(1)":         "https://www.google.com/url?q=javascript:alert(1)",
		"https://www.google.com/search?q=https://own.example/":     "https://www.google.com/search?q=https://own.example/",
		"https://own.example/login?next=https://other.example/url": "https://own.example/login?next=https://other.example/url",
		"https://own.example/a?ref=share&x=1":                      "https://own.example/a?x=1",
		"https://own.example/a?utm_source=b&ref=HN":                "https://own.example/a",
		"https://own.example/a?ref=daily.own.example":              "https://own.example/a",
		"https://own.example/a?share=twitter&nb=1":                 "https://own.example/a?nb=1",
		"https://own.example/a?ref=4711":                           "https://own.example/a?ref=4711",
		"https://own.example/a?ref=v2.1":                           "https://own.example/a?ref=v2.1",
		"https://own.example/trips?from=york":                      "https://own.example/trips?from=york",
		"https://github.com/a/b/tree/x?ref=share":                  "https://github.com/a/b/tree/x?ref=share",
		"file:notes.txt": "file:notes.txt",
	} {
		if got := prose.CleanAddress(in); got != want {
			t.Errorf("CleanAddress(%q) = %q, want %q", in, got, want)
		}
	}
}
