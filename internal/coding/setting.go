package coding

import (
	"slices"
	"strconv"
	"strings"
)

// The settings of a repository.
const (
	SettingCheck    = "check"
	SettingRef      = "ref"
	SettingIsolated = "isolated"
	SettingPush     = "push"
	SettingMinutes  = "minutes"
	SettingService  = "service"
	SettingSmoke    = "smoke"
	SettingSetup    = "setup"
	SettingRed      = "red"
	SettingCoder    = "coder"
	SettingHook     = "hook"
	SettingLevel    = "level"
	SettingPull     = "pr"
	SettingTests    = "tests"
	SettingOrderers = "orderers" // accounts that may order at the forge
	SettingIssueCap = "issue-cap"
	SettingLabel    = "label" // that orders an issue
	SettingCleanup  = "cleanup"
)

// Set gives a setting of the repository its values; false when there is no such setting or value.
func (r *Repository) Set(setting string, values []string) bool {
	const most = 600 // minutes
	one := len(values) == 1
	found := func(what string) {
		r.Policy.Found = slices.DeleteFunc(slices.Clone(r.Policy.Found), func(f string) bool { return f == what })
	}
	switch {
	case setting == SettingCheck && len(values) > 0 && !slices.Contains(values, ""):
		r.Checks = values
		found(FoundChecks)
	case setting == SettingRef && one && values[0] != "":
		r.Ref = values[0]
		found(FoundRef)
	case setting == SettingIsolated && one:
		to, ok := ParseIsolation(values[0])
		r.Policy.Isolation = to
		return ok
	case setting == SettingPush && one:
		return r.Policy.setPush(values[0])
	case setting == SettingService && len(values) > 0:
		return r.setServices(values)
	case setting == SettingSmoke && one:
		_, ok := ParseSmoke(values[0])
		r.Policy.Smoke = values[0]
		if values[0] == "none" {
			r.Policy.Smoke, ok = "", true
		}
		return ok
	case setting == SettingSetup && one:
		r.Policy.NoSetup = values[0] == "off"
		return values[0] == "on" || values[0] == "off"
	case setting == SettingRed && one:
		r.Policy.RedBase = values[0] == "on"
		return values[0] == "on" || values[0] == "off"
	case setting == SettingCoder && one:
		to, ok := ParseCoder(values[0])
		r.Policy.Coder = to
		return ok
	case setting == SettingHook && len(values) > 0:
		return r.Policy.setHook(strings.Join(values, " "))
	case setting == SettingLevel && one:
		if r.Policy.Level = Level(values[0]); r.Policy.Level == LevelEdit {
			r.Policy.Level = ""
		}
		return r.Policy.Level == "" || r.ReadOnly()
	case setting == SettingPull && len(values) > 0:
		return r.Policy.setPull(strings.Fields(strings.Join(values, " ")))
	case setting == SettingCleanup && len(values) > 0:
		return r.Policy.setCleanup(strings.Fields(strings.Join(values, " ")))
	case setting == SettingOrderers && len(values) > 0:
		return r.setOrderers(strings.Join(values, " "))
	case setting == SettingLabel && len(values) > 0:
		return r.setLabel(strings.Join(values, " "))
	case setting == SettingIssueCap && one:
		return r.setIssueCap(values[0])
	case setting == SettingTests && len(values) > 0:
		return r.setTests(strings.Fields(strings.Join(values, " ")))
	case setting == SettingMinutes && one && values[0] == "default":
		r.Policy.Minutes = 0
	case setting == SettingMinutes && one:
		n, err := strconv.Atoi(values[0])
		r.Policy.Minutes = n
		return err == nil && n > 0 && n <= most
	default:
		return false
	}
	return true
}

// setTests takes each value for a pattern; "none" alone is none.
func (r *Repository) setTests(globs []string) bool {
	if len(globs) == 1 && globs[0] == "none" {
		globs = nil
	}
	r.Policy.Tests = globs
	return !slices.ContainsFunc(globs, func(g string) bool { return !IsTestGlob(g) })
}

// setServices takes each value for a service; "none" alone is none.
func (r *Repository) setServices(values []string) bool {
	var out []Service
	for _, v := range values {
		if v == "none" && len(values) == 1 {
			break
		}
		s, ok := ParseService(v)
		if !ok || slices.ContainsFunc(out, func(o Service) bool { return o.Name == s.Name || o.Port > 0 && o.Port == s.Port }) {
			return false
		}
		out = append(out, s)
	}
	r.Policy.Services = out
	return true
}
