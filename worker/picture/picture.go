// Package picture draws the steps of a mission and what they need as a PNG
// that can be read on a phone: one box a step, in layers from top to bottom,
// its state by colour and by mark.
//
// The same drawing gives the same bytes. It reads and writes nothing but what
// its Records give it.
package picture

import (
	"context"
	"fmt"
	"image"
	"image/draw"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/work"
)

// The picture of a mission that goes on may be so long out of date.
const rest = 30 * time.Second

// Records reads and writes for the studio. *store.DB is one.
type Records interface {
	// PictureDue returns a mission whose picture is out of date for longer
	// than rest, or org.ErrNoWork.
	PictureDue(ctx context.Context, rest time.Duration) (reports.Drawing, error)
	SavePicture(ctx context.Context, v reports.Drawing, png []byte) error
}

// Studio keeps the missions' pictures up to date.
type Studio struct{ Records Records }

// Next draws one picture. It returns org.ErrNoWork when all are up to date.
func (s *Studio) Next(ctx context.Context) error {
	d, err := s.Records.PictureDue(ctx, rest)
	if err != nil {
		return err
	}
	png, err := Draw(d)
	if err != nil {
		return fmt.Errorf("draw mission %s: %w", d.Mission.ID, err)
	}
	if err := s.Records.SavePicture(ctx, d, png); err != nil {
		return fmt.Errorf("draw mission %s: %w", d.Mission.ID, err)
	}
	return nil
}

// DrawPlan returns the picture of a plan that is not stored yet.
func DrawPlan(job work.PlanningJob, p work.Plan) ([]byte, error) { return Draw(planNodes(job, p)) }

// Steps have their keys for ids.
func planNodes(job work.PlanningJob, p work.Plan) reports.Drawing {
	d := reports.Drawing{Project: job.Project, Mission: job.Mission}
	for _, s := range p.Steps {
		made := org.Step{ID: org.StepID(s.Key), Key: s.Key, Title: s.Title, Role: s.Role, Kind: s.Kind, State: org.StepPending}
		for _, need := range s.Needs {
			made.DependsOn = append(made.DependsOn, org.StepID(need))
		}
		d.Steps = append(d.Steps, made)
	}
	return d
}

// Draw returns the picture of a mission, 1200 pixels wide.
func Draw(d reports.Drawing) ([]byte, error) {
	p, err := newPen(allText(d))
	if err != nil {
		return nil, err
	}
	d = p.withoutSigns(d)
	lay, nodes, head := p.layOutPlan(d)
	draw.Draw(p.img, p.img.Bounds(), image.NewUniform(paper), image.Point{}, draw.Src)
	y := margin + titleSize - pad/2
	for _, s := range head {
		p.drawText(p.title, black, margin, y, s)
		y += lineHeight(titleSize)
	}
	p.drawText(p.meta, grey, margin, y-titleSize/4, clipLine(p.meta, describeSteps(d.Steps)+p.lacksFont(allText(d)), width-2*margin))
	for _, l := range lay.lines {
		p.drawWay(lay.at[l.from], lay.at[l.to], l)
	}
	for i, n := range nodes {
		p.drawBox(n, lay.at[i])
	}
	p.drawLegend(nodes, lay.height+2*pad)
	return p.encodePNG()
}

func allText(d reports.Drawing) string {
	text := d.Project.Title + "\n" + d.Mission.Label
	for _, s := range d.Steps {
		text += "\n" + s.Title + " " + s.Role
	}
	return text
}

// The boxes lie below the title's lines, and the paper has the size that they need.
func (p *pen) layOutPlan(d reports.Drawing) (plan, []node, []string) {
	nodes := reduceNeeds(foldNodes(nodesOf(d.Steps)))
	title := d.Project.Title
	if len(d.Project.Phases) > 1 {
		title += ": " + d.Mission.Label
	}
	head := breakLines(p.title, title, width-2*margin, 2)
	top := margin + len(head)*lineHeight(titleSize) + lineHeight(metaSize) + pad
	lay := arrangeNodes(nodes, top, p.boxHeight)
	lay.height = max(lay.height, top)
	p.img = image.NewRGBA(image.Rect(0, 0, width, lay.height+2*pad+markSize+margin))
	return lay, nodes, head
}

func describeSteps(steps []org.Step) string {
	ready, all := 0, 0
	for _, s := range steps {
		if s.Kind == org.KindAssembly {
			continue
		}
		all++
		if s.State == org.StepCompleted {
			ready++
		}
	}
	if all == 1 {
		return fmt.Sprintf("%d of 1 step done", ready)
	}
	return fmt.Sprintf("%d of %d steps done", ready, all)
}
