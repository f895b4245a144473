package syntax_test

import (
	"testing"

	"github.com/frasier-cos/frasier/bot/syntax"
)

func TestCommandName(t *testing.T) {
	for text, want := range map[string]string{"!status": "status", " /Status p3": "status", "！status": "status", "! status": "status"} {
		if got, ok := syntax.Name(text); !ok || got != want {
			t.Errorf("CommandName(%q) = %q, %v; want %q", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "status", "/etc/hosts", "!!!", "so! status", "!42"} {
		if got, ok := syntax.Name(text); ok {
			t.Errorf("CommandName(%q) = %q, want none", text, got)
		}
	}
}
