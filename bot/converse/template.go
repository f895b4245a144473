package converse

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

func templateNames() map[string]org.Template {
	return map[string]org.Template{
		"report": org.TemplateReport, "guide": org.TemplateGuide, "brief": org.TemplateBrief, "launch kit": org.TemplateKit, "kit": org.TemplateKit,
	}
}

// namedTemplate reads a line "template: guide" of a roadmap or a message. A
// name that there is no template of gives a note for the founder; without such
// a line both are empty.
func namedTemplate(text string) (t org.Template, note string) {
	m := regexp.MustCompile(`(?im)^[ \t]*template:[ \t]*([a-z][a-z -]*?)[ \t]*\r?$`).FindStringSubmatch(text)
	if m == nil {
		return "", ""
	}
	name := strings.ToLower(prose.OneLine(strings.ReplaceAll(m[1], "-", " ")))
	if t, ok := templateNames()[name]; ok {
		return t, ""
	}
	return "", fmt.Sprintf("There is no template %q: write report, guide, brief or launch kit. The words of the task chose one.", name)
}

// wordedTemplate chooses by the words of a title, else of a goal, else by the
// mode of the project.
func wordedTemplate(title, goal string, mode org.Mode) org.Template {
	forms := []struct {
		of    org.Template
		words *regexp.Regexp
	}{
		{org.TemplateKit, regexp.MustCompile(`(?i)\b(?:launch kit|launch pack|starter kit|toolkit|checklists?)\b`)},
		{org.TemplateGuide, regexp.MustCompile(`(?i)\b(?:guide|handbook|playbook|manual|how[- ]to|tutorial|e-?book)\b`)},
		{org.TemplateBrief, regexp.MustCompile(`(?i)\b(?:brief|briefing|memo|one[- ]pager)\b`)},
		{org.TemplateReport, regexp.MustCompile(`(?i)\b(?:report|study|white ?paper|market analysis|landscape)\b`)},
	}
	for _, text := range []string{title, goal} {
		for _, f := range forms {
			if f.words.MatchString(text) {
				return f.of
			}
		}
	}
	switch mode {
	case org.ModeOperations:
		return org.TemplateKit
	case org.ModeContent:
		return org.TemplateGuide
	case org.ModeResearch:
	}
	return org.TemplateReport
}

func modeOf(t org.Template) org.Mode {
	switch t {
	case org.TemplateKit:
		return org.ModeOperations
	case org.TemplateGuide:
		return org.ModeContent
	case org.TemplateReport, org.TemplateBrief:
	}
	return org.ModeResearch
}
