package document

import (
	"context"
	_ "embed"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

//go:embed sources.html
var sourcesPage string

// The bytes of text that are shown on each side of a quote.
const around = 400

const claimsPage = 20

// claim is one citation with its place in the text that was read.
type claim struct {
	N             int
	C             reports.StepCitation
	Before, After string
	Stands        bool
	Link          string
}

// buildSources shows each claim with its quote in the text that was read.
func (s records) buildSources(ctx context.Context, q noun.PageRequest) (any, error) {
	t, err := s.Ticket(ctx, org.ProjectID(q.Path("id")), q.Now)
	if err != nil {
		return nil, err
	}
	all, err := s.Citations(ctx, t.Project.ID)
	if err != nil {
		return nil, err
	}
	docs, err := s.DocumentsCited(ctx, t.Project.ID)
	if err != nil {
		return nil, err
	}
	texts := map[org.DocumentID]string{}
	for _, d := range docs {
		texts[d.ID] = d.Text
	}
	page := struct {
		view.ProjectPage
		Of      org.StepID // only this step's claims; empty for all
		Claims  []claim
		All     int
		Fallen  []claim // those that do not stand
		Next    int     // where the next page begins; 0 for none
		Earlier bool
	}{ProjectPage: view.NewProjectPage(q.Base, t, "Sources"), Of: org.StepID(q.Query.Get("step"))}
	from, err := strconv.Atoi(q.Query.Get("from"))
	if err != nil || from < 0 {
		from = 0
	}
	page.Earlier = from > 0
	for n, c := range all {
		if page.Of != "" && c.Step != page.Of {
			continue
		}
		x := placeQuote(n+1, c, texts[c.Document])
		if !x.Stands {
			page.Fallen = append(page.Fallen, x)
		}
		if page.All >= from && page.All < from+claimsPage {
			page.Claims = append(page.Claims, x)
		}
		page.All++
	}
	if from+claimsPage < page.All {
		page.Next = from + claimsPage
	}
	return page, nil
}

// placeQuote finds a quote where the citation says that it stands.
func placeQuote(n int, c reports.StepCitation, text string) claim {
	out := claim{N: n, C: c}
	if c.Start >= 0 && c.Start <= c.End && c.End <= len(text) && text[c.Start:c.End] == c.Quote {
		out.Stands = true
		out.Before, out.After = text[runeStartAfter(text, c.Start-around):c.Start], text[c.End:runeStartAfter(text, c.End+around)]
	}
	if u, err := url.Parse(c.URL); err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" {
		words := strings.Fields(c.Quote)
		u.Fragment = ""
		out.Link = u.String() + "#:~:text=" + url.PathEscape(strings.ReplaceAll(strings.Join(words[:min(len(words), 8)], " "), "-", "%2D"))
	}
	return out
}

// runeStartAfter returns the first beginning of a character at or after a place of a text.
func runeStartAfter(text string, at int) int {
	at = min(max(at, 0), len(text))
	for at < len(text) && !utf8.RuneStart(text[at]) {
		at++
	}
	return at
}
