// Package checktest measures the checks of worker/check against labelled
// drafts: the gates M7 and M8 of the evaluation. The labels were written by
// hand from the drafts and their sources. Every function reads the folder
// testdata/eval of worker/check, handed over as a file system.
package checktest

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/check"
)

// Row is one measured value beside its label.
type Row struct {
	Case      string // file or line
	What      string
	Got, Want string
}

// OK reports whether the measured value is the label.
func (r Row) OK() bool { return r.Got == r.Want }

// Draft is one labelled draft.
type Draft struct {
	Name    string
	Labels  map[string][]string // what stands in its head, by key
	Subject check.Subject
}

// Drafts reads the drafts of a folder ("m7", "m8") with their packs.
func Drafts(data fs.FS, folder string) ([]Draft, error) {
	names, err := fs.Glob(data, folder+"/*.md")
	if err != nil || len(names) == 0 {
		return nil, fmt.Errorf("list drafts of %s: found %d: %w", folder, len(names), err)
	}
	var out []Draft
	for _, name := range names {
		raw, err := fs.ReadFile(data, name)
		if err != nil {
			return nil, fmt.Errorf("read draft %s: %w", name, err)
		}
		head, text, _ := strings.Cut(string(raw), "\n---\n")
		d := Draft{Name: path.Base(name), Labels: map[string][]string{}}
		for line := range strings.Lines(head) {
			key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
			d.Labels[key] = append(d.Labels[key], value)
		}
		pack, err := passages(data, d.first("pack"))
		if err != nil {
			return nil, err
		}
		d.Subject = check.Subject{
			Step: org.Step{Kind: org.StepKind(d.first("kind"))}, Draft: check.ParseDraft(text),
			Evidence: work.Evidence{Passages: pack}, Context: d.first("context"),
		}
		out = append(out, d)
	}
	return out, nil
}

func (d Draft) first(key string) string {
	if v := d.Labels[key]; len(v) > 0 {
		return v[0]
	}
	return ""
}

// passages reads a pack: "id | site | title | date | text" on each line.
func passages(data fs.FS, name string) ([]work.Passage, error) {
	raw, err := fs.ReadFile(data, "packs/"+name+".txt")
	if err != nil {
		return nil, fmt.Errorf("read pack %s: %w", name, err)
	}
	var out []work.Passage
	for line := range strings.Lines(string(raw)) {
		f := strings.SplitN(strings.TrimSpace(line), " | ", 5)
		if len(f) != 5 {
			return nil, fmt.Errorf("read pack %s: %q has no five fields", name, line)
		}
		source, _, _ := strings.Cut(f[0], ":")
		out = append(out, work.Passage{
			ID: f[0], Site: f[1], Title: f[2], Date: strings.Trim(f[3], "-"), Text: f[4], Document: org.DocumentID(f[1] + "/" + source),
			End: len(f[4]), FetchedAt: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC),
		})
	}
	return out, nil
}

// M7 measures citation recall, precision and the effective count, as the
// counts behind them.
func M7(data fs.FS) ([]Row, error) {
	drafts, err := Drafts(data, "m7")
	if err != nil {
		return nil, err
	}
	var out []Row
	for _, d := range drafts {
		a := check.Run(d.Subject)
		for _, x := range []struct {
			what string
			got  int
		}{{"factual", a.Factual}, {"supported", a.Supported}, {"pairs", a.Pairs}, {"good", a.GoodPairs}, {"effective", a.Effective}} {
			out = append(out, Row{Case: d.Name, What: x.what, Got: strconv.Itoa(x.got), Want: d.first(x.what)})
		}
	}
	return out, nil
}

// Detection counts seeded defects and what the audit made of them.
type Detection struct {
	Drafts              int
	Seeded, Found       int
	Reported, Justified int
	Missed, Wrong       []string // for people: "03-dangling.md: A1 S3"
}

// Recall is the share of seeded defects that were found.
func (d Detection) Recall() float64 { return share(d.Found, d.Seeded) }

// Precision is the share of reported defects that were seeded.
func (d Detection) Precision() float64 { return share(d.Justified, d.Reported) }

func share(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}

// M8 measures how the audit finds seeded unsupported numbers, swapped names,
// dangling ids and invented quotes (checks A1, A2, A4 and A5).
func M8(data fs.FS) (Detection, error) {
	drafts, err := Drafts(data, "m8")
	if err != nil {
		return Detection{}, err
	}
	out := Detection{Drafts: len(drafts)}
	for _, d := range drafts {
		open := slices.Clone(d.Labels["defect"])
		out.Seeded += len(open)
		for _, f := range check.Run(d.Subject).MustFix {
			if !slices.Contains([]string{"A1", "A2", "A4", "A5"}, f.Check) {
				continue
			}
			out.Reported++
			i := slices.IndexFunc(open, func(label string) bool { return names(f, label) })
			if i < 0 {
				out.Wrong = append(out.Wrong, fmt.Sprintf("%s: %s %q: %s", d.Name, f.Check, f.Text, f.Fix))
				continue
			}
			out.Found++
			out.Justified++
			open = slices.Delete(open, i, i+1)
		}
		for _, label := range open {
			out.Missed = append(out.Missed, d.Name+": "+label)
		}
	}
	return out, nil
}

// names reports whether a defect is the one that a label means: the same
// check, and the label's words in what is to be fixed.
func names(f check.Defect, label string) bool {
	check, what, _ := strings.Cut(label, " ")
	where := f.Fix
	if f.Check == "A2" {
		where = f.Text
	}
	return f.Check == check && strings.Contains(where, what)
}
