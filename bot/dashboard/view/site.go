package view

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"io/fs"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/moment"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

//go:embed site/*.html
var sitePages embed.FS

// SharedProject is a project as others may see it. What they may not see is not in it.
type SharedProject struct {
	Path     string // below the site
	Listed   bool   // the first page leads to it
	Price    bool   // what it cost is shown
	Ticket   reports.Ticket
	Document work.Deliverable
	Cited    []reports.StepCitation
	Receipt  reports.Receipt
	Bundle   []byte         // what the document rests on, signed; nil for none
	Zone     *time.Location // of the founder, in which days are named; nil is UTC
}

// Owner names the company that a site is of.
type Owner struct {
	Name string
	Key  string // the fingerprint of what documents are signed with; empty for none
}

// Site makes the public site: files that any web server can show, without a form,
// a script or a word about a project that is not shared.
func Site(owner Owner, style []byte, all []SharedProject) ([]org.File, error) {
	out := []org.File{{Name: "style.css", Data: style}, {Name: "robots.txt", Data: robots(all)}}
	index := siteIndex{siteBase: siteBase{Title: "How this team works", Owner: owner}, Departments: org.Departments()}
	for _, p := range all {
		shown := shared(p)
		if p.Listed {
			index.Listed = true
			index.Projects = append(index.Projects, shown)
		}
		base := siteBase{Title: shown.Title, Owner: owner, Up: "../", Listed: p.Listed}
		for _, page := range []string{"project", "sources"} {
			raw, err := sitePage(page, siteProject{base, shown})
			if err != nil {
				return nil, err
			}
			file := map[string]string{"project": "index", "sources": "sources"}[page]
			out = append(out, org.File{Name: p.Path + "/" + file + ".html", Data: raw})
		}
		html := p.Document.HTML
		if !p.Listed {
			html = strings.Replace(html, "<head>", `<head><meta name="robots" content="noindex, nofollow">`, 1)
		}
		out = append(out, org.File{Name: p.Path + "/document.html", Data: []byte(html)},
			org.File{Name: p.Path + "/document.md", Data: []byte(p.Document.Markdown)}, org.File{Name: p.Path + "/document.pdf", Data: p.Document.PDF})
		if p.Bundle != nil {
			out = append(out, org.File{Name: p.Path + "/signed-bundle.txt", Data: p.Bundle})
		}
	}
	raw, err := sitePage("index", index)
	return append(out, org.File{Name: "index.html", Data: raw}), err
}

// SiteForm changes when the pages of the site do.
func SiteForm() string {
	h := sha256.New()
	names, err := fs.Glob(sitePages, "site/*.html")
	for _, n := range names {
		raw, bad := sitePages.ReadFile(n)
		if bad != nil {
			err = bad
		}
		h.Write(raw)
	}
	if err != nil {
		return err.Error() // of files that are part of the program: they are there
	}
	return hex.EncodeToString(h.Sum(nil))
}

type siteBase struct {
	Owner

	Title, Up string
	Listed    bool
}

type siteIndex struct {
	siteBase
	Departments []org.Department
	Projects    []siteShown
}

type siteProject struct {
	siteBase
	Project siteShown
}

// siteShown is all that a page about a shared project says.
type siteShown struct {
	Path, Title, On string
	State           org.ProjectState
	Done, Steps     int
	Quotes          int
	Missions        []siteMission
	Sources         []siteSource
	Receipt         []siteFigure
	Signed          bool // its bundle lies beside it
}

type siteMission struct {
	Label string
	Plan  template.HTML
	Steps []siteStep
}

type siteStep struct {
	Title string
	State org.StepState
}

type siteSource struct {
	N                                int
	Claim, Quote, Source, Read, Link string
}

type siteFigure struct{ Name, Text string }

// shared takes out of a project what others may see.
func shared(p SharedProject) siteShown {
	out := siteShown{Path: p.Path, Title: p.Ticket.Project.Title, On: moment.Text(p.Document.At, moment.Day, p.Zone), State: p.Ticket.Project.State, Quotes: len(p.Cited), Signed: p.Bundle != nil}
	for _, m := range p.Ticket.Missions {
		line := siteMission{Label: m.Label}
		var boxes []Box
		for _, s := range p.Ticket.Steps {
			if s.Mission != m.ID || s.Kind == org.KindAssembly {
				continue
			}
			out.Steps++
			if s.State == org.StepCompleted {
				out.Done++
			}
			line.Steps = append(line.Steps, siteStep{s.Title, s.State})
			b := Box{Step: s}
			if p.Price {
				b.Cost = p.Ticket.Costs[s.ID]
			}
			boxes = append(boxes, b)
		}
		line.Plan = plan(boxes, false)
		out.Missions = append(out.Missions, line)
	}
	for n, c := range p.Cited {
		s := siteSource{N: n + 1, Claim: c.Claim, Quote: c.Quote, Source: c.Title, Read: moment.Text(c.FetchedAt, moment.Day, p.Zone)}
		if u, err := url.Parse(c.URL); err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" {
			s.Link = u.String()
		}
		out.Sources = append(out.Sources, s)
	}
	r := p.Receipt
	out.Receipt = []siteFigure{
		{"Steps done", fmt.Sprintf("%d of %d", out.Done, out.Steps)},
		{"Took", Took(time.Duration(r.Seconds * float64(time.Second)))},
		{"Reviews", strconv.Itoa(r.Reviews)},
		{"Sent back", prose.Count(r.Strikes, "time")},
		{"Quotes", strconv.Itoa(len(p.Cited))},
		{"Documents read", strconv.Itoa(p.Ticket.Sources)},
	}
	if p.Price {
		out.Receipt = append(out.Receipt, siteFigure{"Cost", org.Cents(p.Ticket.Spent.Cost)})
	}
	return out
}

// robots tells search engines to keep away from all that is not listed, without
// naming it.
func robots(all []SharedProject) []byte {
	var out strings.Builder
	out.WriteString("User-agent: *\n")
	for _, p := range all {
		if p.Listed {
			fmt.Fprintf(&out, "Allow: /%s/\n", p.Path)
		}
	}
	if out.Len() > len("User-agent: *\n") {
		out.WriteString("Allow: /$\nAllow: /index.html$\nAllow: /style.css$\n")
	}
	out.WriteString("Disallow: /\n")
	return []byte(out.String())
}

func sitePage(name string, data any) ([]byte, error) {
	t, err := template.New("base.html").Funcs(funcs()).ParseFS(sitePages, "site/base.html", "site/"+name+".html")
	var out bytes.Buffer
	if err == nil {
		err = t.Execute(&out, data)
	}
	if err != nil {
		return nil, fmt.Errorf("public page %s: %w", name, err)
	}
	return out.Bytes(), nil
}
