// Package bundle says how a project's files are named and what stands in those
// that are no document. It is pure.
package bundle

import (
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Folder returns the name of a project's folder: its id and its title.
func Folder(id org.ProjectID, title string) string {
	const atMost = 60
	return strings.Trim(string(id)+"-"+strings.Trim(Clip(Slug(title), atMost), "-"), "-")
}

// Page is the name of a project's page on the public site: only ASCII, so that
// links that were handed on stay what they are.
func Page(id org.ProjectID, title string) string {
	const atMost = 60
	ascii := strings.Map(func(r rune) rune {
		if r == '-' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.Join(prose.Words(title), "-"))
	return strings.Trim(string(id)+"-"+strings.Trim(ascii[:min(len(ascii), atMost)], "-"), "-")
}

// Address returns the address of a shared project on the public site.
func Address(s org.Share, title string) string {
	if s.Listed {
		return Page(s.Project, title)
	}
	return s.Address
}

// Slug is a text as a file's name: lower-case letters of any alphabet with what
// belongs to them, digits and dashes. A file system keeps it in whatever form,
// so it has one: composed.
func Slug(text string) string {
	var out strings.Builder
	for _, r := range norm.NFC.String(strings.ToLower(text)) {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) && out.Len() > 0 && !unicode.Is(unicode.Variation_Selector, r) {
			out.WriteRune(r)
		} else if s := out.String(); s != "" && !strings.HasSuffix(s, "-") {
			out.WriteByte('-')
		}
	}
	return strings.Trim(out.String(), "-")
}

// Clip is the beginning of a name, in characters and in bytes: file systems hold
// 255 bytes of one.
func Clip(name string, characters int) string {
	const bytes = 180
	n := 0
	for i := range name {
		if n++; n > characters || i > bytes {
			return name[:i]
		}
	}
	return name
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
