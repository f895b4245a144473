package prose_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/prose"
)

func TestLinks(t *testing.T) {
	for text, want := range map[string][]string{
		"none here":                               nil,
		"(https://a.example/x).":                  {"https://a.example/x"},
		"[t](https://a.example/x) more":           {"https://a.example/x"},
		"https://a.example/x_(y)":                 {"https://a.example/x_(y)"},
		"<https://a.example>, https://a.example!": {"https://a.example"},
		"[https://a.example](https://b.example)":  {"https://a.example"},
		"https://":                                nil,
		"**https://a.example/q?b=c&d=[e]**":       {"https://a.example/q?b=c&d=[e]"},
	} {
		if d := cmp.Diff(want, prose.Links(text)); d != "" {
			t.Errorf("Links(%q) (-want +got):\n%s", text, d)
		}
	}
}
