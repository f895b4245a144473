package dashboard_test

import (
	"testing"

	"github.com/frasier-cos/frasier/bot/dashboard"
)

// A form and a link lead to pages of ours and nowhere else.
func TestLeadsNowhereElse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ path, want string }{
		{"/projects/p1?version=2", "/projects/p1?version=2"},
		{"", "/"},
		{"https://evil.example/", "/"},
		{"//evil.example/", "/"},
		{"/\\evil.example/", "/"},
		{"///evil.example", "/"},
		{"javascript:alert(1)", "/"},
		{"/a\nb", "/"},
		{"evil", "/"},
	} {
		if got := dashboard.Back(c.path); got != c.want {
			t.Errorf("%q leads to %q, want %q", c.path, got, c.want)
		}
	}
}
