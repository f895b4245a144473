package syntax_test

import (
	"testing"

	"github.com/frasier-cos/frasier/bot/syntax"
)

func TestLineOfACommand(t *testing.T) {
	spec := syntax.Command{Name: "redo", Options: []syntax.Option{
		{Name: "project"}, {Name: "file", Kind: syntax.File}, {Name: "step"}, {Name: "note"},
	}}
	for want, values := range map[string]map[string]string{
		"redo":                             nil,
		"redo p1 s2":                       {"project": "p1", "step": "s2", "file": "7"},
		"redo p1 note=shorter, please":     {"project": "p1", "note": "shorter, please"},
		`redo "the plan" s2 say "hi" once`: {"project": " the plan ", "step": "s2", "note": `say "hi" once`},
		"redo step=s2":                     {"step": "s2", "note": " "},
	} {
		if got := spec.Line(values); got != want {
			t.Errorf("Line(%v) = %q, want %q", values, got, want)
		}
	}
}
