package org

import (
	"fmt"
	"regexp"
	"strings"
)

// Template is the form of a project's document. It steers how the parts are
// planned and written, and how the document looks.
type Template string

// The templates.
const (
	TemplateReport Template = "report" // what was found, weighed, with sources
	TemplateGuide  Template = "guide"  // how a reader does something, chapter by chapter
	TemplateBrief  Template = "brief"  // one decision on a few pages
	TemplateKit    Template = "kit"    // checklists and copy, ready to paste
)

// templateNames are the words by which founders call the templates.
func templateNames() map[string]Template {
	return map[string]Template{
		"report": TemplateReport, "guide": TemplateGuide, "brief": TemplateBrief, "launch kit": TemplateKit, "kit": TemplateKit,
	}
}

// NamedTemplate reads a line "template: guide" of a roadmap or a message. A
// name that there is no template of gives a note for the founder; without such
// a line both are empty.
func NamedTemplate(text string) (t Template, note string) {
	m := regexp.MustCompile(`(?im)^[ \t]*template:[ \t]*([a-z][a-z -]*?)[ \t]*\r?$`).FindStringSubmatch(text)
	if m == nil {
		return "", ""
	}
	name := strings.ToLower(strings.Join(strings.Fields(strings.ReplaceAll(m[1], "-", " ")), " "))
	if t, ok := templateNames()[name]; ok {
		return t, ""
	}
	return "", fmt.Sprintf("There is no template %q: write report, guide, brief or launch kit. The words of the task chose one.", name)
}

// WordedTemplate chooses by the words of a title, else of a goal, else by the
// mode of the project.
func WordedTemplate(title, goal string, mode Mode) Template {
	forms := []struct {
		of    Template
		words *regexp.Regexp
	}{
		{TemplateKit, regexp.MustCompile(`(?i)\b(?:launch kit|launch pack|starter kit|toolkit|checklists?)\b`)},
		{TemplateGuide, regexp.MustCompile(`(?i)\b(?:guide|handbook|playbook|manual|how[- ]to|tutorial|e-?book)\b`)},
		{TemplateBrief, regexp.MustCompile(`(?i)\b(?:brief|briefing|memo|one[- ]pager)\b`)},
		{TemplateReport, regexp.MustCompile(`(?i)\b(?:report|study|white ?paper|market analysis|landscape)\b`)},
	}
	for _, text := range []string{title, goal} {
		for _, f := range forms {
			if f.words.MatchString(text) {
				return f.of
			}
		}
	}
	switch mode {
	case ModeOperations:
		return TemplateKit
	case ModeContent:
		return TemplateGuide
	case ModeResearch:
	}
	return TemplateReport
}

// Mode is the mode of a project whose document has this form, where nobody
// said another.
func (t Template) Mode() Mode {
	switch t {
	case TemplateKit:
		return ModeOperations
	case TemplateGuide:
		return ModeContent
	case TemplateReport, TemplateBrief:
	}
	return ModeResearch
}

var onePage = regexp.MustCompile(`(?i)\b(?:one|single)[- ]page(?:r|rs)?\b|\bon (?:one|a single) page\b`)

// OnePage reports whether a title asks for a piece on one page, which then has a page
// and files of its own.
func OnePage(title string) bool { return onePage.MatchString(title) }
