package outward_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/outward"
)

func TestHowIssuesAreNamed(t *testing.T) {
	for text, want := range map[string]outward.Place{
		"acme/shop#12": {Owner: "acme", Name: "shop"},
		" <https://github.com/acme/shop.go/issues/12> ":           {Host: "github.com", Owner: "acme", Name: "shop.go"},
		"http://127.0.0.1:3000/a/b/issues/12":                     {Host: "127.0.0.1:3000", Owner: "a", Name: "b"},
		"https://GitHub.com/acme/shop/issues/12#issuecomment-991": {Host: "github.com", Owner: "acme", Name: "shop"},
	} {
		if p, n, ok := outward.ParseIssue(text); !ok || n != 12 || p != want {
			t.Errorf("%q is %+v, %d, %v", text, p, n, ok)
		}
	}
	for _, text := range []string{
		"", "acme/shop", "acme/shop#0", "acme/shop#-1", "shop#1", "acme/shop#1 and acme/shop#2", "https://github.com/acme/shop/pull/12", "-x/shop#1",
		"https://github.com/acme/shop/issues/12/../13", "see https://github.com/acme/shop/issues/12", "ftp://github.com/acme/shop/issues/12", "acme/shop#9999999999",
	} {
		if p, n, ok := outward.ParseIssue(text); ok {
			t.Errorf("%q is %+v, %d", text, p, n)
		}
	}
}
