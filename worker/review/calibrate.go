package review

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/check"
)

// The drafts by which a critic is measured: for each kind of work a good one
// and a bad one, their sources, and which items of the checklist hold, each
// with the words that show it. They were written and labelled by hand.
//
//go:embed calibration
var measures embed.FS

// Measure is one draft of known worth.
type Measure struct {
	Work    Work
	Answers []Answer // of a critic who errs nowhere
}

// Measures returns the good and the bad draft of a kind of work, one of
// CalibrationKinds.
func Measures(kind string) (good, bad Measure, err error) {
	raw, err := measures.ReadFile("calibration/" + kind + ".json")
	if err != nil {
		return good, bad, fmt.Errorf("read drafts of known worth: %w", err)
	}
	var task struct {
		Title      string            `json:"title"`
		Goal       string            `json:"goal"`
		Acceptance []org.Criterion   `json:"acceptance"`
		Passages   []work.Passage    `json:"passages"`
		Good       map[string]string `json:"good"`
		Bad        map[string]string `json:"bad"`
	}
	if err := json.Unmarshal(raw, &task); err != nil {
		return good, bad, fmt.Errorf("read drafts of known worth for %s: %w", kind, err)
	}
	for i := range task.Passages {
		task.Passages[i].Document = org.DocumentID(task.Passages[i].ID[:2])
	}
	load := func(name string, met map[string]string) (Measure, error) {
		text, err := measures.ReadFile("calibration/" + kind + "-" + name + ".md")
		if err != nil {
			return Measure{}, fmt.Errorf("read draft of known worth: %w", err)
		}
		w := Work{
			Step:     org.Step{Title: task.Title, Goal: task.Goal, Kind: org.StepKind(kind), Depth: org.DepthStandard, Tier: org.T2, Acceptance: task.Acceptance},
			Context:  work.StepContext{Project: org.Project{Title: task.Title, Goal: task.Goal}},
			Evidence: work.Evidence{Passages: task.Passages},
			Reply:    string(text), Draft: check.ParseDraft(string(text)),
		}
		w.Audit = check.Run(check.Subject{Step: w.Step, Draft: w.Draft, Evidence: w.Evidence, Context: task.Title + "\n" + task.Goal})
		m := Measure{Work: w}
		for _, id := range slices.Sorted(maps.Keys(met)) {
			m.Answers = append(m.Answers, Answer{ID: id, Quote: met[id], Yes: true})
		}
		return m, nil
	}
	if good, err = load("good", task.Good); err != nil {
		return good, bad, err
	}
	bad, err = load("bad", task.Bad)
	return good, bad, err
}

// CalibrationKinds lists the kinds of work with drafts of known worth.
func CalibrationKinds() []string {
	return []string{string(org.KindResearch), string(org.KindAnalysis), string(org.KindWriting)}
}

// CriticPrompt returns a digest of a critic's prompt. A critic is measured again when it changes.
func (j *Judge) CriticPrompt(kind string) (string, error) {
	good, _, err := Measures(kind)
	if err != nil {
		return "", err
	}
	blocks, err := j.critiqueBlocks(good.Work)
	if err != nil {
		return "", err
	}
	return prompt.Hash(blocks), nil
}

// Calibrate has the critic of a family's work judge the two drafts of a kind.
// n is which measurement it is: the ledger answers a repeated one from what it
// keeps. It returns the model's error as it came.
func (j *Judge) Calibrate(ctx context.Context, kind, family string, n int) (org.Calibration, error) {
	good, bad, err := Measures(kind)
	if err != nil {
		return org.Calibration{}, err
	}
	c := org.Calibration{Kind: kind, N: n, At: j.Now()}
	if c.Prompt, err = j.CriticPrompt(kind); err != nil {
		return c, err
	}
	for i, m := range []Measure{good, bad} {
		m.Work.Family, m.Work.Purpose = family, org.StageCalibrate
		m.Work.Caller = llm.Caller{Key: fmt.Sprintf("calibration:%s:%s", kind, family), Round: n, Seq: i}
		got, err := j.Critique(ctx, m.Work)
		if err != nil {
			return c, fmt.Errorf("measure the critic of %s: %w", kind, err)
		}
		if c.Model != "" && got.Model != c.Model {
			return c, fmt.Errorf("measure the critic of %s: %s and %s answered: %w", kind, c.Model, got.Model, org.ErrConflict)
		}
		c.Model = got.Model
		if i == 0 {
			c.Good, c.GoodPoints = got.Scores.Average, got.Points
		} else {
			c.Bad, c.BadPoints = got.Scores.Average, got.Points
		}
	}
	c.Sound = SoundCritic(c.Good, c.Bad)
	return c, nil
}
