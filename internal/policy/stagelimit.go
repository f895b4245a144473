package policy

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

// WatchLimits names the policy row of how long stages may give no sign
// before the watcher worries: "research:20m p3.write:15m". A stage with a
// project before it holds for that project only.
const WatchLimits = "watch.limits"

// StageLimit is one entry of that row.
type StageLimit struct {
	Project org.ProjectID // empty for all
	Stage   string        // in lower case
	Limit   time.Duration
}

// ParseStageLimits reads the row. Its errors are sentences for the founder; an
// empty text is no limit.
func ParseStageLimits(text string) ([]StageLimit, error) {
	var out []StageLimit
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' }) {
		name, value, found := strings.Cut(strings.ToLower(strings.ReplaceAll(word, "=", ":")), ":")
		d, err := time.ParseDuration(value)
		if !found || name == "" || err != nil || d < time.Second || d > 24*time.Hour {
			return nil, fmt.Errorf("%q is no limit: write a stage and a time, such as research:20m, or p3.write:15m for one project", word)
		}
		l := StageLimit{Stage: name, Limit: d}
		if project, stage, ok := strings.Cut(name, "."); ok {
			l.Project, l.Stage = org.ProjectID(project), stage
		}
		out = append(out, l)
	}
	return out, nil
}

// WatchedStages lists the stages that a limit may be set for: what the watcher tells apart.
func WatchedStages() []string {
	return []string{org.WorkPlan, org.WorkResearch, org.WorkWrite, org.WorkCritique, org.WorkReview, org.WorkCode}
}

// SoundStageLimits refuses a row that would change nothing: a stage that the watcher does not
// know, or something before it that is no project. Its errors are sentences for the founder.
func SoundStageLimits(text string) error {
	set, err := ParseStageLimits(text)
	if err != nil {
		return err
	}
	project := regexp.MustCompile(`^p[0-9]+$`)
	for _, l := range set {
		if !slices.Contains(WatchedStages(), l.Stage) {
			return fmt.Errorf("%q is no stage that I watch: those are %s", l.Stage, strings.Join(WatchedStages(), ", "))
		}
		if l.Project != "" && !project.MatchString(string(l.Project)) {
			return fmt.Errorf("%q is no project: write its number, such as p3.%s:15m", l.Project, l.Stage)
		}
	}
	return nil
}
