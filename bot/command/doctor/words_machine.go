package doctor

import (
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Skills is the check that as many scanners are installed as must look at a skill from outside.
func Skills(installed, least int) reports.CheckResult {
	text := fmt.Sprintf("%s of skills from outside installed, and at least %d must look", wording.Count(installed, "scanner"), least)
	if installed < least {
		return reports.CheckResult{Name: "skills", OK: true, Hint: true, Detail: text + ": until then no skill is let in. docs/security.md names them"}
	}
	return reports.CheckResult{Name: "skills", OK: true, Detail: text}
}

// Speech is the check that recordings can be listened to: at which service,
// or how to set one.
func Speech(url, model string) reports.CheckResult {
	if url == "" {
		return reports.CheckResult{Name: "voice", OK: true, Hint: true, Detail: "I can't listen to voice messages. Set FRASIER_TRANSCRIBE_URL to a service that turns speech into text"}
	}
	return reports.CheckResult{Name: "voice", OK: true, Detail: "voice messages go to " + url + " (" + model + ")"}
}

// Pictures is the check that pictures can be looked at: why not is empty
// when they can be decoded here, and letters tells that tesseract is installed.
func Pictures(whyNot string, letters bool) reports.CheckResult {
	switch {
	case whyNot != "":
		return reports.CheckResult{Name: "pictures", OK: true, Hint: true, Detail: "I can't look at pictures here, since they are decoded behind walls: " + whyNot}
	case letters:
		return reports.CheckResult{Name: "pictures", OK: true, Detail: "are decoded behind walls; what no model sees, tesseract reads"}
	}
	return reports.CheckResult{Name: "pictures", OK: true, Detail: "are decoded behind walls; tesseract-ocr is not installed, so a model that sees is needed, and figures are read again only by another one"}
}

// Letters is the check that PDFs, charts and pictures of plans can be written in
// the scripts that need fonts of the system. Absent are those without a font, with
// the packages that bring them.
func Letters(absent, packages []string) reports.CheckResult {
	const shaped = "Arabic, Thai and Indian scripts stand in the Word and HTML files only"
	if len(absent) == 0 {
		return reports.CheckResult{Name: "letters", OK: true, Detail: "PDFs and pictures can be written in Latin, Greek, Cyrillic, Hebrew, Armenian, Georgian, Chinese, Japanese and Korean; " + shaped}
	}
	return reports.CheckResult{
		Name: "letters", OK: true, Hint: true,
		Detail: "PDFs and pictures lack letters for " + wording.List(absent) + ", which the Word and HTML files have. To bring them: apt install " + strings.Join(packages, " ") + ". " + shaped,
	}
}

// Place says that the data folder or database opens.
func Place(place string) string { return place + " opens" }

// Prices says how old the prices are that cannot be read anew.
func Prices(asOf, why string) string {
	return fmt.Sprintf("I use those of %s, since the provider's list can't be read: %s", asOf, why)
}

// NoDiscord says that there is no chat but the terminal.
func NoDiscord() string {
	return "not connected: you talk to me in the terminal. \"frasier init\" connects a bot"
}

// Code says whether changes of code can be tried on this machine, or why not and what helps.
func Code(why string) string {
	if why == "" {
		return "changes of code can be tried on this machine"
	}
	return why
}

// Repository says how the checks of a repository end on the code as it is; e is nil where nobody tried them.
func Repository(r coding.Repository, e *coding.Environment) string {
	if e == nil {
		return fmt.Sprintf("%s: its checks were never tried; frasier repo setup %s", r.Name, r.Name)
	}
	return r.Name + ": " + wording.EnvironmentLine(r, *e)
}

// Settings says how much may be done to a repository, what is asked of what is merged there, and which commands run on events of a step. well is
// false where one of it does nothing as it is set.
func Settings(r coding.Repository) (text string, well bool) {
	smoke, hooks := "no smoke test", "no hooks"
	well = true
	if asked := r.Policy.Smoke; asked != "" {
		smoke = "smoke test " + asked
		if _, port := r.Policy.ServicesFor(true); port == 0 {
			smoke += fmt.Sprintf(", which asks nobody: no service has a port (frasier repo set %s service \"web port=3000 COMMAND\")", r.Name)
			well = false
		}
	}
	if all := r.Policy.DescribeHooks(); all != "" {
		hooks = strings.TrimSuffix(strings.ToLower(all[:1])+all[1:], ".")
	}
	return fmt.Sprintf("%s: level %s; %s; %s", r.Name, r.DescribeLevel(), smoke, hooks), well
}

// Services says which services checks of a repository use, and how those are that people look at; empty for one without any. well is false where
// the newest of one failed.
func Services(r coding.Repository, shown []coding.Shown, proposed []coding.Service) (text string, well bool) {
	var parts, used []string
	well = true
	for _, s := range r.Policy.Services {
		if !s.People {
			used = append(used, s.Name)
		}
	}
	if len(used) > 0 {
		parts = append(parts, "its checks use "+strings.Join(used, ", "))
	}
	for _, s := range r.Policy.Services {
		if _, known := coding.KnownServices()[s.Name]; s.Port == 0 || known {
			continue
		}
		at := slices.IndexFunc(shown, func(o coding.Shown) bool { return o.Of == r.ID && o.Name == s.Name }) // the newest
		switch {
		case at < 0:
			parts = append(parts, fmt.Sprintf("%s can be looked at (frasier services start %s %s)", s.Name, s.Name, r.Name))
		case shown[at].State == coding.ShownFailed:
			well = false
			parts = append(parts, fmt.Sprintf("%s (%s) %s; the last that it said: frasier services logs %s", s.Name, shown[at].ID, wording.OneLine(shown[at].Reason), shown[at].ID))
		case shown[at].State == coding.ShownStopped:
			parts = append(parts, fmt.Sprintf("%s (%s) %s", s.Name, shown[at].ID, wording.OneLine(shown[at].Reason)))
		default:
			parts = append(parts, s.Name+" "+wording.ShownState(shown[at]))
		}
	}
	for _, s := range proposed {
		if !slices.ContainsFunc(r.Policy.Services, func(o coding.Service) bool { return o.Name == s.Name }) {
			parts = append(parts, fmt.Sprintf("its files propose %s, which runs after frasier services take %s %s", s.Name, s.Name, r.Name))
		}
	}
	if len(parts) == 0 {
		return "", true
	}
	return r.Name + ": services: " + strings.Join(parts, "; "), well
}

// Layers says what the packages of all repositories take.
func Layers(bytes, most int64) string {
	const gb = 1e9
	return fmt.Sprintf("packages for checks take %.1f of %.0f GB; those that were not used for longest go first", float64(bytes)/gb, float64(most)/gb)
}

// Fetch says what the operator lets me reach.
func Fetch(prefix string) string {
	return fmt.Sprintf("I may reach %s (FRASIER_FETCH_ALLOW)", prefix)
}
