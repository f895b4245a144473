package prompt_test

import (
	"slices"
	"testing"

	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm/prompt"
)

func TestDiagnosisLines(t *testing.T) {
	if got := prompt.DiagnosisLines((*work.Diagnosis)(nil)); got != nil {
		t.Errorf("no diagnosis: got %q", got)
	}
	d := &work.Diagnosis{Recap: "It was rejected.", Instruction: "Name a price.", Queries: []string{"oat prices"}}
	if got, want := prompt.DiagnosisLines(d), []string{"It was rejected.", "Name a price.", "Search for: oat prices"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
