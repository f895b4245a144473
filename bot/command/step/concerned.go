package step

import (
	"regexp"
	"slices"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// Concerned picks the steps that words ask to change: those that they name by
// id, else those whose title they repeat, else the one whose result first has what they
// speak of, else the final step, else every step that no other one builds on. Assemblies follow by themselves. What the founder left out,
// with what fell away because of it, is concerned only where he names it by its id.
func Concerned(steps []org.Step, words string, left ...org.StepID) []org.Step {
	work := slices.DeleteFunc(slices.Clone(steps), func(s org.Step) bool { return s.Kind == org.KindAssembly || s.State == org.StepCancelled })
	var named, titled, last []org.Step
	said := prose.Words(words)
	needed := map[org.StepID]bool{}
	for _, s := range work {
		for _, n := range s.DependsOn {
			needed[n] = true
		}
	}
	for _, s := range work {
		if regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(string(s.ID)) + `\b`).MatchString(words) {
			named = append(named, s)
		}
		if slices.Contains(left, s.ID) || s.State == org.StepFailed && slices.Contains(left, s.CauseStep) {
			continue
		}
		if repeats(said, s.Title) {
			titled = append(titled, s)
		}
		if !needed[s.ID] {
			last = append(last, s)
		}
	}
	if len(named) > 0 {
		return named
	}
	if len(titled) > 0 {
		return titled
	}
	if s, found := findOrigin(work, left, words); found {
		return []org.Step{s}
	}
	if i := slices.IndexFunc(work, func(s org.Step) bool { return s.Final && !slices.Contains(left, s.ID) }); i >= 0 {
		return work[i : i+1]
	}
	return last
}

// findOrigin finds the step in whose result words speak of something first: of those that hold
// most of their topics, two at least, the one that every other of them builds on. What
// builds on it follows. A topic of more than two thirds of the steps is the project's own and
// tells none from another. False where there is no such step.
func findOrigin(steps []org.Step, left []org.StepID, words string) (org.Step, bool) {
	const least = 2
	holds := map[org.StepID]int{}
	for _, topic := range prose.Tags(words) {
		var in []org.StepID
		for _, s := range steps {
			if !slices.Contains(left, s.ID) && slices.Contains(prose.Words(s.Result), topic) {
				in = append(in, s.ID)
			}
		}
		if 3*len(in) <= 2*len(steps) {
			for _, id := range in {
				holds[id]++
			}
		}
	}
	most, best := least, []org.Step(nil)
	for _, s := range steps {
		if holds[s.ID] > most {
			most, best = holds[s.ID], nil
		}
		if holds[s.ID] == most {
			best = append(best, s)
		}
	}
	i := slices.IndexFunc(best, func(s org.Step) bool {
		return !slices.ContainsFunc(best, func(o org.Step) bool { return o.ID != s.ID && !buildsOn(steps, o, s.ID) })
	})
	if i < 0 {
		return org.Step{}, false
	}
	return best[i], true
}

// buildsOn reports whether a step builds on another one, itself or by way of others.
func buildsOn(steps []org.Step, s org.Step, on org.StepID) bool {
	return slices.ContainsFunc(s.DependsOn, func(id org.StepID) bool {
		if id == on {
			return true
		}
		i := slices.IndexFunc(steps, func(o org.Step) bool { return o.ID == id })
		return i >= 0 && buildsOn(steps, steps[i], on)
	})
}

// repeats reports whether words hold most of what a title says: two of its
// words that carry a topic at least.
func repeats(said []string, title string) bool {
	const least, share = 2, 0.6
	hits, all := 0, 0
	for _, w := range prose.Tags(title) {
		all++
		if slices.Contains(said, w) {
			hits++
		}
	}
	return hits >= min(least, all) && float64(hits) >= share*float64(all) && hits > 0
}
