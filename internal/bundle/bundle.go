// Package bundle says how a project's files are named and what stands in those
// that are no document. It is pure.
package bundle

import (
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Folder returns the name of a project's folder: its id and its title.
func Folder(id org.ProjectID, title string) string {
	const atMost = 60
	ascii := Slug(title)
	return strings.Trim(string(id)+"-"+strings.Trim(ascii[:min(len(ascii), atMost)], "-"), "-")
}

// Address is where a shared project stands on the public site.
func Address(s org.Share, title string) string {
	if s.Listed {
		return Folder(s.Project, title)
	}
	return s.Address
}

// Slug is a text as a file's name: lower-case letters, digits and dashes.
func Slug(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.Join(prose.Words(text), "-"))
}

// Source is one quote as sources.json names it.
type Source struct {
	Step      string `json:"step"`
	Claim     string `json:"claim"`
	Quote     string `json:"quote"`
	Document  string `json:"document"`
	Title     string `json:"title"`
	URL       string `json:"url"`
	Start     int    `json:"start"`
	End       int    `json:"end"`
	FetchedAt string `json:"fetched_at"`
}

// Sources are a project's quotes, in the order of its plan.
func Sources(cited []reports.StepCitation) []Source {
	out := make([]Source, 0, len(cited))
	for _, c := range cited {
		at := ""
		if !c.FetchedAt.IsZero() {
			at = c.FetchedAt.UTC().Format(time.RFC3339)
		}
		out = append(out, Source{
			Step: string(c.Step), Claim: c.Claim, Quote: c.Quote, Document: string(c.Document), Title: c.Title, URL: c.URL,
			Start: c.Start, End: c.End, FetchedAt: at,
		})
	}
	return out
}
