package coding_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
)

func TestTheLabelThatOrders(t *testing.T) {
	for value, want := range map[string]string{
		"do this": "do this", "default": "frasier", "frasier": "frasier", "a,b": "", "": "", " x": "", "a\nb": "", strings.Repeat("é", 50): strings.Repeat("é", 50), strings.Repeat("é", 51): "",
	} {
		var r coding.Repository
		if ok := r.Set(coding.SettingLabel, []string{value}); ok != (want != "") || ok && r.Policy.OrderLabel() != want {
			t.Errorf("%q: %v, %q; want %q", value, ok, r.Policy.OrderLabel(), want)
		}
	}
	var r coding.Repository
	if !r.Set(coding.SettingLabel, []string{"do", "this"}) || r.Policy.OrderLabel() != "do this" {
		t.Errorf("two words: %q", r.Policy.OrderLabel())
	}
}
