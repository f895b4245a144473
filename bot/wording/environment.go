package wording

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/prose"
)

// EnvironmentTried says what was fetched for a repository's checks, and how they end on the code as it is.
func EnvironmentTried(r coding.Repository, e coding.Environment) (out []string) {
	if text := describeSetup(e.Setup); text != "" {
		out = append(out, text)
	}
	if e.Why != "" {
		out = append(out, "Not ready: "+strings.TrimRight(e.Why, ".")+".")
	}
	for _, c := range e.Checks {
		out = append(out, describeCheck(c))
		if help := describeService(r, c); help != "" {
			out = append(out, help)
		}
	}
	if coding.NothingPasses(e.Checks) {
		out = append(out, fmt.Sprintf("Nothing passes there yet, so I could prove no change. Once that is mended: frasier repo setup %s. Or name another check: frasier repo set %s check \"COMMAND\".", r.Name, r.Name))
	}
	return out
}

func describeSetup(s coding.Setup) string {
	if len(s.Recipes) == 0 || s.Key == "" || s.Bytes == 0 {
		return ""
	}
	var by []string
	unlocked := false
	for _, r := range s.Recipes {
		if !slices.Contains(by, r.Ecosystem) {
			by = append(by, r.Ecosystem)
		}
		unlocked = unlocked || r.Unlocked && !r.Locked
	}
	text := fmt.Sprintf("Ready: %s by %s, %s", CountOf(len(s.Packages), "package", "packages"), strings.Join(by, " and "), megabytes(s.Bytes))
	for _, t := range s.Toolchains {
		text += ", " + t.Name + " " + t.Version
	}
	if unlocked {
		text += "; no lock file names them all, so they are the versions that fit today"
	}
	return text + "."
}

func megabytes(n int64) string {
	const million = 1e6
	if n < million {
		return "less than 1 MB"
	}
	return fmt.Sprintf("%.0f MB", float64(n)/million)
}

// describeService says which setting has a service there that a check asks for.
func describeService(r coding.Repository, c coding.CheckState) string {
	name := map[string]string{"postgres": "PostgreSQL", "redis": "Redis"}[c.Service]
	if name == "" || slices.ContainsFunc(r.Policy.Services, func(s coding.Service) bool { return s.Name == c.Service }) {
		return ""
	}
	return fmt.Sprintf("It asks for %s, which is not there while checks run. This starts one for them: frasier repo set %s service %s", name, r.Name, c.Service)
}

const namesShown = 3

func describeCheck(c coding.CheckState) string {
	took := (time.Duration(c.MS) * time.Millisecond).Round(time.Second)
	switch {
	case c.Good && c.Passed > 0:
		return fmt.Sprintf("%s passes (%s, %s).", c.Name, prose.Count(c.Passed, "test"), took)
	case c.Good:
		return fmt.Sprintf("%s passes (%s).", c.Name, took)
	case c.Why != "":
		return fmt.Sprintf("%s: %s.", c.Name, strings.TrimRight(c.Why, "."))
	case len(c.Failing) > 0:
		names := strings.Join(c.Failing[:min(len(c.Failing), namesShown)], ", ")
		if more := len(c.Failing) - namesShown; more > 0 {
			names += fmt.Sprintf(" and %d more", more)
		}
		return fmt.Sprintf("%s: %s before any change (%s), %s. I hold what fails already against no change.", c.Name, CountOf(len(c.Failing), "test fails", "tests fail"), names, CountOf(c.Passed, "passes", "pass"))
	}
	return fmt.Sprintf("%s fails before any change: %s", c.Name, lastLine(c.Tail))
}

// lastLine is the last that a check said.
func lastLine(tail string) string {
	lines := strings.Split(strings.TrimSpace(tail), "\n")
	return Clip(strings.TrimSpace(lines[len(lines)-1]), TitleMost)
}

// EnvironmentLine is the same in one line.
func EnvironmentLine(r coding.Repository, e coding.Environment) string {
	switch e.State {
	case coding.EnvironmentDue, coding.EnvironmentWorking:
		return "its packages are being fetched and its checks tried"
	case coding.EnvironmentCancelled:
		return fmt.Sprintf("trying its checks was called off; frasier repo setup %s", r.Name)
	case coding.EnvironmentTried, coding.EnvironmentFailed:
	}
	passing, tests, ms := 0, 0, int64(0)
	for _, c := range e.Checks {
		if c.Good {
			passing++
		}
		tests, ms = tests+c.Passed, ms+c.MS
	}
	took := (time.Duration(ms) * time.Millisecond).Round(time.Second)
	ready := ""
	if s := describeSetup(e.Setup); s != "" {
		ready = "; " + strings.ToLower(s[:1]) + strings.TrimRight(s[1:], ".")
	}
	switch {
	case e.Why != "":
		return fmt.Sprintf("%s; frasier repo setup %s tries again", strings.TrimRight(e.Why, "."), r.Name)
	case coding.NothingPasses(e.Checks):
		help := "frasier repo setup " + r.Name + " tries again"
		if describeService(r, e.Checks[0]) != "" {
			help = fmt.Sprintf("frasier repo set %s service %s may help", r.Name, e.Checks[0].Service)
		}
		return fmt.Sprintf("nothing passes: %s; %s", strings.TrimRight(describeCheck(e.Checks[0]), "."), help)
	case passing < len(e.Checks):
		return fmt.Sprintf("%d of %s, %s in %s%s", passing, CountOf(len(e.Checks), "check passes", "checks pass"), prose.Count(tests, "test"), took, ready)
	}
	return fmt.Sprintf("%s, %s in %s%s", CountOf(len(e.Checks), "check passes", "checks pass"), prose.Count(tests, "test"), took, ready)
}
