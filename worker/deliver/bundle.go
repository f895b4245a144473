package deliver

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/attest"
	"github.com/frasier-cos/frasier/internal/bundle"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/planfile"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/roadmap"
	"github.com/frasier-cos/frasier/internal/work"
)

// Bundle holds all that goes into a project's folder.
type Bundle struct {
	Project     org.Project
	Steps       []org.Step             // over all missions, in plan order
	Results     []work.Upstream        // the same steps as results; needed only without a Deliverable
	Citations   []reports.StepCitation // in plan order
	Documents   []work.Document        // every cited document, with its text
	Deliverable work.Deliverable       // zero when none was made
	Receipt     reports.Receipt
	Code        []org.File     // of work on code; empty without any
	Signed      []byte         // what the document rests on, signed; nil for none
	Roadmap     string         // the founder's markdown; empty without one
	Zone        *time.Location // of the founder, in which days are named; nil is UTC
}

// The order is that in which files are written.
func (b Bundle) listBundled() ([]org.File, error) {
	var out []org.File
	for _, d := range b.Documents {
		if sum := sha256.Sum256([]byte(d.Text)); hex.EncodeToString(sum[:]) != string(d.ID) {
			return nil, fmt.Errorf("document %s: its text has another hash", d.ID)
		}
		out = append(out, org.File{Name: "documents/" + string(d.ID) + ".txt", Data: []byte(d.Text)})
	}
	sources, err := b.listSources()
	if err != nil {
		return nil, err
	}
	readable, err := b.renderDocument()
	if err != nil {
		return nil, err
	}
	out = append(append(out, readable...), b.Code...) // made now, it takes the place of what went with the document
	out = append(out, org.File{Name: "roadmap.md", Data: []byte(b.renderRoadmap())})
	for _, x := range []struct {
		name string
		v    any
	}{{"sources.json", sources}, {"plan.json", planfile.Of(b.Project, b.readOutcome(), b.Steps)}, {"receipt.json", b.fillReceipt()}} {
		raw, err := json.MarshalIndent(x.v, "", "  ")
		if err != nil {
			return nil, fmt.Errorf("write %s: %w", x.name, err)
		}
		out = append(out, org.File{Name: x.name, Data: append(raw, '\n')})
	}
	if b.Signed != nil && b.isCurrent() {
		out = append(out, org.File{Name: attest.FileName, Data: b.Signed})
	}
	return out, nil
}

// Plan and receipt say the same state.
func (b Bundle) readOutcome() string {
	if b.Project.State != "" {
		return string(b.Project.State)
	}
	return b.Receipt.Outcome
}

func (b Bundle) fillReceipt() reports.Receipt {
	r := b.Receipt
	r.Outcome = b.readOutcome()
	r.Steps, r.Models = maps.Clone(r.Steps), maps.Clone(r.Models)
	if r.Steps == nil {
		r.Steps = map[string]int{}
	}
	if r.Models == nil {
		r.Models = map[string]int{}
	}
	return r
}

// Without a deliverable, or with one that is older than the work, a document is made of what there
// is, so that a project that ended early leaves its parts. Each piece that was asked for on one
// page is a file of its own too.
func (b Bundle) renderDocument() ([]org.File, error) {
	v := b.Deliverable
	if !b.isCurrent() {
		doc := Compose(b.Project, b.Results, b.Zone)
		switch {
		case !b.Project.State.Ended():
			doc.Notes = append(doc.Notes, "The project has not ended; this is what there is so far.")
		case b.Project.Outcome != "" && b.Project.State != org.ProjectCompleted:
			doc.Notes = append(doc.Notes, "The project ended early: "+b.Project.Outcome)
		}
		var err error
		if v, err = doc.Deliverable(); err != nil {
			return nil, err
		}
	}
	return append([]org.File{
		{Name: "deliverable.md", Data: []byte(v.Markdown)}, {Name: "deliverable.html", Data: []byte(v.HTML)}, {Name: "deliverable.pdf", Data: v.PDF},
	}, v.Files...), nil
}

// A deliverable is current when it tells of every step: as a part of its own when it is completed,
// as missing when it is not. One whose assembly is to be done again is older than the parts.
func (b Bundle) isCurrent() bool {
	md := b.Deliverable.Markdown
	if md == "" || b.Deliverable.HTML == "" || len(b.Deliverable.PDF) == 0 {
		return false
	}
	for _, s := range b.Steps {
		at := "- " + renderAnchor(s.Key) + "**"
		if s.State == org.StepCompleted {
			at = "\n" + renderAnchor(s.Key) + "\n"
		}
		if s.Kind == org.KindAssembly {
			if s.State == org.StepPending && (s.Rounds > 0 || b.Project.State.Ended()) {
				return false
			}
			continue
		}
		if !strings.Contains(md, at) {
			return false
		}
	}
	return true
}

func (b Bundle) listSources() ([]bundle.Source, error) {
	text := map[org.DocumentID]string{}
	for _, d := range b.Documents {
		text[d.ID] = d.Text
	}
	for _, c := range b.Citations {
		t, ok := text[c.Document]
		if !ok || c.Start < 0 || c.End > len(t) || c.Start >= c.End || t[c.Start:c.End] != c.Quote {
			return nil, fmt.Errorf("quote of step %s is not in document %s at %d to %d", c.Step, c.Document, c.Start, c.End)
		}
	}
	return bundle.Sources(b.Citations), nil
}

// Without a roadmap the plan is written as a list of boxes. An item that several steps stand for,
// because it was planned again, is done when one of them is.
func (b Bundle) renderRoadmap() string {
	done, instead := map[string]string{}, map[string]string{}
	for _, s := range b.Steps {
		if s.Item != "" && s.State == org.StepCompleted {
			done[s.Item], instead[s.Item] = "deliverable.md#"+s.Key, s.Instead
		}
	}
	if b.Roadmap != "" {
		return roadmap.Mark(b.Roadmap, done, instead)
	}
	var out strings.Builder
	fmt.Fprintf(&out, "# %s\n\n", escapeWords(b.Project.Title))
	for _, s := range slices.DeleteFunc(slices.Clone(b.Steps), func(s org.Step) bool { return s.Kind == org.KindAssembly }) {
		box, link := " ", ""
		if s.State == org.StepCompleted {
			box, link = "x", fmt.Sprintf(" ([result](deliverable.md#%s))", s.Key)
		}
		fmt.Fprintf(&out, "- [%s] %s%s\n", box, escapeWords(s.Title), link)
	}
	return out.String()
}
