package director_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/llm"
)

// timed tells how long the endpoint took.
type timed struct {
	llm.Provider
	took time.Duration
}

func (p *timed) Complete(ctx context.Context, w llm.Wire) (llm.Raw, error) {
	begun := time.Now()
	defer func() { p.took += time.Since(begun) }()
	return p.Provider.Complete(ctx, w)
}

// BenchmarkTurn is what a director's turn takes beside the model, from its claim to the card
// for the founder: the scene, the prompt, the ledger, the answer's rules and what the answer
// does. The database is on disk.
func BenchmarkTurn(b *testing.B) {
	o := openAt(b, filepath.Join(b.TempDir(), "frasier.db"), 1, func(*office) llmtest.Options { return llmtest.Options{} })
	o.ok(o.db.CompanyOn(b.Context(), 1_000_000*org.Dollar, local())) // so that no turn lacks money
	model := &timed{Provider: o.director.Client.Provider}
	o.director.Client.Provider = model
	var took []time.Duration
	for n := 0; b.Loop(); n++ {
		b.StopTimer()
		m, err := o.db.TellCompany(b.Context(), fmt.Sprint(n), fmt.Sprint("Sell the harvest of field ", n))
		o.ok(err)
		b.StartTimer()
		model.took = 0
		begun := time.Now()
		o.ok(o.director.Next(b.Context()))
		took = append(took, time.Since(begun)-model.took)
		b.StopTimer()
		if model.took == 0 {
			b.Fatal("no model was asked")
		}
		_, err = o.db.DropDirective(b.Context(), m.ID) // the next turn begins alike
		o.ok(err)
		b.StartTimer()
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "own-ms-p50")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "own-ms-p99")
}
