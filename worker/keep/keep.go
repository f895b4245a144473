// Package keep reads the pages again that a document cites, and says which of its quotes they bear no more. It asks no model.
package keep

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/quote"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/research"
	"github.com/frasier-cos/frasier/worker/research/web"
)

// Term is the time for which a look is claimed, and Most bounds the look itself: what is not read by then is unread.
const (
	Term = 20 * time.Minute
	Most = 15 * time.Minute
)

// Records stores what was found. *store.DB is one.
type Records interface {
	ClaimKeep(ctx context.Context, owner string, term time.Duration) (reports.KeepWork, error)
	SaveKeep(ctx context.Context, owner string, w reports.KeepWork, found []reports.KeepFound) error
}

// Pages reads a page again. *research.Researcher is one.
type Pages interface {
	ReadAgain(ctx context.Context, address string, origin work.Origin) (research.Reread, error)
}

// Keeper looks at what is due. All fields must be set.
type Keeper struct {
	Records Records
	Pages   Pages
	Owner   string
	Log     *slog.Logger
}

// Next looks at the pages of one document. It returns org.ErrNoWork when none is due.
func (k *Keeper) Next(ctx context.Context) error {
	w, err := k.Records.ClaimKeep(ctx, k.Owner, Term)
	if err != nil {
		return err
	}
	found, err := k.look(ctx, w.Pages)
	if err != nil {
		return fmt.Errorf("look at the pages of %s: %w", w.Project, err) // the claim runs out, and somebody looks anew
	}
	return k.Records.SaveKeep(ctx, k.Owner, w, found)
}

func (k *Keeper) look(ctx context.Context, pages []reports.KeepPage) ([]reports.KeepFound, error) {
	limited, stop := context.WithTimeout(ctx, Most)
	defer stop()
	out := make([]reports.KeepFound, 0, len(pages))
	for _, p := range pages {
		now, err := k.Pages.ReadAgain(limited, p.URL, p.Origin)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			k.Log.WarnContext(ctx, "a page could not be read in time", "address", p.URL, "err", err)
			out = append(out, reports.KeepFound{KeptPage: reports.KeptPage{URL: p.URL, State: reports.PageUnread, Why: "no time was left"}})
		default:
			out = append(out, Compare(p, now))
		}
	}
	return out, nil
}

// Compare says what a page bears no more. It is changed only where it could be read, is still the same page, and a quote that stood there
// stands there no more, neither with the same words nor with the same numbers, names and negations and nearly the same words.
func Compare(p reports.KeepPage, now research.Reread) reports.KeepFound {
	out := reports.KeepFound{KeptPage: reports.KeptPage{URL: p.URL, State: reports.PageSame}}
	switch {
	case now.Gone:
		out.State = reports.PageGone
		return out
	case now.Failure != "":
		out.State, out.Why = reports.PageUnread, now.Failure
		if isWall(web.Cause(now.Failure)) {
			out.State = reports.PageWalled
		}
		return out
	case now.Thin:
		out.State, out.Why = reports.PageUnread, string(web.CauseThin)
		return out
	}
	index := quote.NewIndex(now.Text)
	near := 0
	for _, q := range p.Quotes {
		if stands(index, q.Quote) {
			continue
		}
		change := reports.KeptChange{Step: q.Step, N: q.N, URL: p.URL, Claim: q.Claim, Quote: q.Quote, Text: now.ID}
		if at, ok := index.Nearest(q.Quote); ok {
			change.Now = now.Text[at.Start:at.End]
			near++
		}
		out.Changes = append(out.Changes, change)
	}
	switch {
	case len(out.Changes) == 0:
	case now.Moved != "":
		out.State, out.Why, out.Changes = reports.PageMoved, now.Moved, nil
	case near == 0 && !isSamePage(p.Was, index):
		out.State, out.Changes = reports.PageOther, nil
	default:
		out.State, out.Text = reports.PageChanged, now.Document
	}
	return out
}

func stands(x *quote.Index, text string) bool {
	if _, ok := x.Find(text); ok {
		return true
	}
	_, ok := x.Repair(text)
	return ok
}

func isWall(c web.Cause) bool {
	switch c {
	case web.CauseBlocked, web.CauseSignIn, web.CauseConsent, web.CauseCheck, web.CausePaywall, web.CauseScript:
		return true
	case web.CauseMissing, web.CauseTooLarge, web.CauseSlow, web.CauseRefused, web.CauseType, web.CauseEmpty, web.CauseThin, web.CauseError:
	}
	return false
}

// isSamePage reports whether a third of a page's longer lines are still there.
func isSamePage(was string, now *quote.Index) bool {
	all, left := 0, 0
	for _, line := range sentences(was) {
		all++
		if stands(now, line) {
			left++
		}
	}
	const share = 3
	return share*left >= all && left > 0
}

// sentences are the lines of a text that are long enough to tell one page from another.
func sentences(text string) []string {
	const least, most = 30, 300 // bytes, and lines that are looked up
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); len(line) >= least && len(out) < most {
			out = append(out, line)
		}
	}
	return out
}

// A researcher reads pages again.
var _ Pages = (*research.Researcher)(nil)
