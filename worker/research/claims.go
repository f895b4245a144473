package research

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/quote"
	"github.com/frasier-cos/frasier/internal/safetext"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// Bounds of the extraction of claims.
const (
	claimBatches = 4    // calls of the first reading
	batchTokens  = 5500 // passages of one call
	claimsACall  = 14
	quoteParts   = " … " // between the parts of a quote that leaves something out
)

// Passages that were examined before are left out, and claims whose quote code does not find in
// the passage they name are dropped.
func (g *gathering) extractClaims(ctx context.Context) error {
	most := claimBatches
	if g.used.GapCycles > 0 {
		most = 1
	}
	batches := g.splitBatches(most)
	replies := make([]llm.Reply, len(batches))
	good := make([]bool, len(batches))
	all, inner := errgroup.WithContext(ctx)
	for i, b := range batches {
		req, err := g.buildClaimsRequest(b, g.calls+i)
		if err != nil {
			return err
		}
		all.Go(func() error {
			reply, err := g.Client.Do(inner, req)
			if err != nil && !canFallBack(err) {
				return err
			}
			if err != nil {
				g.log().WarnContext(ctx, "claims not extracted", "step", g.job.Step.ID, "error", err)
			}
			replies[i], good[i] = reply, err == nil
			return nil
		})
	}
	g.calls += len(batches)
	if err := all.Wait(); err != nil {
		return err
	}
	for i, b := range batches {
		for _, p := range b {
			g.examined[p.ID] = true
		}
		if good[i] {
			g.readClaims(replies[i].Object, b)
		}
	}
	return nil
}

func (g *gathering) splitBatches(most int) [][]work.Passage {
	var out [][]work.Passage
	size := 0
	for _, p := range g.pack {
		if g.examined[p.ID] {
			continue
		}
		n := len(p.Text)/org.CharsPerToken + passageExtra
		if len(out) == 0 || size+n > batchTokens {
			if len(out) == most {
				break
			}
			out, size = append(out, nil), 0
		}
		out[len(out)-1] = append(out[len(out)-1], p)
		size += n
	}
	return out
}

func (g *gathering) buildClaimsRequest(batch []work.Passage, seq int) (llm.Request, error) {
	ev := &work.Evidence{Inquiry: g.inq, Passages: batch, Sources: g.countReleases()}
	req, err := g.buildRequest(g.job, prompt.Data{
		Stage: org.StageClaims, Evidence: ev, Contract: prompt.ClaimsContract{AtMost: claimsACall},
	})
	req.Caller.Seq = seq
	req.Input.Evidence, req.Input.Inquiry = ev, &g.inq
	return req, err
}

func (g *gathering) readClaims(object json.RawMessage, batch []work.Passage) {
	var reply struct {
		Claims []work.Finding `json:"claims"`
	}
	if json.Unmarshal(object, &reply) != nil {
		return
	}
	g.claimed = true
	for _, f := range reply.Claims[:min(len(reply.Claims), claimsACall)] {
		f, ok := g.verifyClaim(f, batch)
		if !ok {
			g.refused = append(g.refused, f)
			continue
		}
		if odd := findUnfoundedNumber(f.Text, findNamedPassages(f, batch)); odd != "" {
			if strings.Contains(f.Quote, "://") {
				g.refused = append(g.refused, f)
				continue
			}
			g.reworded = append(g.reworded, odd)
			f.Text = safetext.Neutral(f.Quote)
		}
		f.Passages = f.Passages[:1]
		g.findings = append(g.findings, f)
	}
}

// verifyClaim returns a claim with the words of its passage as its quote and that passage first,
// or false when the quote stands in none of the passages named or it answers no question of this
// step. How a claim words a number never takes its quote away.
func (g *gathering) verifyClaim(f work.Finding, batch []work.Passage) (work.Finding, bool) {
	// A claim repeats no addresses and no marks of the prompt: those are orders
	// that a page slipped in, not statements.
	if strings.Contains(f.Text, "://") || (g.job.Nonce != "" && strings.Contains(f.Text, g.job.Nonce)) {
		return f, false
	}
	if strings.TrimSpace(f.Text) == "" || !slices.ContainsFunc(g.inq.Questions, func(q work.SubQuestion) bool { return q.ID == f.Question }) {
		return f, false
	}
	for _, id := range f.Passages {
		at := slices.IndexFunc(batch, func(p work.Passage) bool { return p.ID == id })
		if at < 0 {
			continue
		}
		words, ok := findQuote(batch[at].Text, f.Quote)
		if !ok {
			continue
		}
		f.Text = safetext.Neutral(f.Text)
		f.Quote, f.Passages = words, removeDuplicates(append([]string{id}, f.Passages...))
		return f, true
	}
	return f, false
}

func findQuote(text, words string) (string, bool) {
	x := quote.NewIndex(text)
	if spans, ok := x.Find(words); ok {
		parts := make([]string, 0, len(spans))
		for _, s := range spans {
			parts = append(parts, text[s.Start:s.End])
		}
		return strings.Join(parts, quoteParts), true
	}
	if s, ok := x.Repair(words); ok {
		return text[s.Start:s.End], true
	}
	return "", false
}

func findNamedPassages(f work.Finding, batch []work.Passage) []work.Passage {
	var out []work.Passage
	for _, p := range batch {
		if slices.Contains(f.Passages, p.ID) {
			out = append(out, p)
		}
	}
	return out
}

// Titles and dates count too, and numbers may be written in any way. The quote then says what the
// claim is to say.
func findUnfoundedNumber(claim string, from []work.Passage) string {
	var have []quote.Number
	for _, p := range from {
		have = append(have, quote.Readings(p.Text)...)
		have = append(have, quote.Readings(p.Title+" "+p.Date)...)
	}
	for _, n := range quote.Numbers(claim) {
		bare := n // a sheet names its currency once
		bare.Unit, bare.Cell = "", true
		if !quote.AmongNumbers(n, have) && (!n.Money() || !quote.AmongNumbers(bare, filterUnitless(have))) {
			return n.Text
		}
	}
	return ""
}

func filterUnitless(list []quote.Number) []quote.Number {
	return slices.DeleteFunc(slices.Clone(list), func(n quote.Number) bool { return n.Unit != "" })
}

func (g *gathering) describeUntaken() []string {
	var out []string
	for _, f := range g.refused {
		out = append(out, fmt.Sprintf("a claim was dropped, because its quote does not stand in the passage it names, or for its form: %q", clipText(f.Quote, 120)))
	}
	if len(g.reworded) > 0 {
		out = append(out, fmt.Sprintf("in place of %s whose number contradicts the quote (%s), the quote was taken", prose.Count(len(g.reworded), "claim"), strings.Join(g.reworded, "; ")))
	}
	return out
}

func formatFinding(f work.Finding, p work.Passage) string {
	where := p.Site
	if p.Date != "" {
		where += ", " + p.Date
	}
	return fmt.Sprintf("%q (%s)", clipText(f.Text, 200), where)
}
