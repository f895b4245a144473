package watch

import (
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// Limits are how long a stage may give no sign, by its name in lower case.
type Limits map[string]time.Duration

// otherwise is the limit of a stage that has none of its own.
const otherwise = 5 * time.Minute

// Defaults are the limits of all stages (W-025, W-037, and design 5 for the
// stages of a document).
func Defaults() Limits {
	const red, refactor, analysis, generation, validation = 10 * time.Minute, 3 * time.Minute, 5 * time.Minute, 10 * time.Minute, 3 * time.Minute
	return Limits{
		"red": red, "green": otherwise, "refactor": refactor, "analysis": analysis, "generation": generation, "validation": validation,
		stagePlan: generation, stageResearch: org.ResearchLimit, stageWrite: org.SynthesizeLimit, stageCritique: org.CritiqueLimit, stageReview: org.ReviewLimit,
	}
}

// The stages that the watcher tells apart; the worker's own are sorted into
// them.
const (
	stagePlan     = "plan"
	stageResearch = "research"
	stageWrite    = "write"
	stageCritique = "critique"
	stageReview   = "review"
)

// Parse reads limits as a project's policy row has them: "research=20m
// write=10m"; what it leaves out stays as it is. What cannot be read is
// returned in sentences, and the default holds.
func Parse(text string) (Limits, []string) {
	out := Defaults()
	var bad []string
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' }) {
		name, value, _ := strings.Cut(word, "=")
		d, err := time.ParseDuration(value)
		if err != nil || d < time.Second || d > 24*time.Hour {
			bad = append(bad, word+" is no limit: write a stage and a time, such as research=20m")
			continue
		}
		out[strings.ToLower(name)] = d
	}
	return out, bad
}

// of is the limit of a stage.
func (l Limits) of(stage string) time.Duration {
	if d, ok := l[strings.ToLower(stage)]; ok {
		return d
	}
	return otherwise
}

// following is the stage that a worker is in once it has finished another.
func following(done string) string {
	switch done {
	case "", org.StageDecompose, org.StageClaims, org.StageGap:
		return stageResearch
	case org.StageSearch:
		return stageWrite
	case org.StageSynthesize, org.StageRevise, org.StageSummary:
		return stageCritique
	case org.StageCritique:
		return stageWrite // a revision, which takes as long as writing
	case org.StageQA, org.StageLead, org.StageCoherence, stageReview:
		return stageReview
	}
	return done
}
