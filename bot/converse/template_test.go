package converse_test

import (
	"testing"

	"github.com/frasier-cos/frasier/bot/converse"
	"github.com/frasier-cos/frasier/internal/org"
)

func TestTemplates(t *testing.T) {
	for text, want := range map[string]org.Template{
		"# Tea\n\ntemplate: guide\n\n- [ ] Find x": org.TemplateGuide,
		"Template:  Launch-Kit\r\n":                org.TemplateKit,
		"template: brief":                          org.TemplateBrief,
		"- template: guide":                        "",
		"Use the template: guide":                  "",
		"":                                         "",
	} {
		if got, note := converse.NamedTemplate(text); got != want || note != "" {
			t.Errorf("NamedTemplate(%q) = %q, %q; want %q", text, got, note, want)
		}
	}
	if got, note := converse.NamedTemplate("template: novel"); got != "" || note == "" {
		t.Errorf("an unknown template gives %q, %q; want a note", got, note)
	}
	for _, c := range []struct {
		title, goal string
		mode        org.Mode
		want        org.Template
	}{
		{"The guide to tea", "a report", org.ModeResearch, org.TemplateGuide},
		{"Tea", "Write a brief on tea", org.ModeContent, org.TemplateBrief},
		{"Launch kit for tea", "", "", org.TemplateKit},
		{"Tea", "Briefly compare teas", org.ModeResearch, org.TemplateReport},
		{"Tea", "Sell tea", org.ModeOperations, org.TemplateKit},
		{"Tea", "Sell tea", org.ModeContent, org.TemplateGuide},
		{"", "", "", org.TemplateReport},
	} {
		if got := converse.WordedTemplate(c.title, c.goal, c.mode); got != c.want {
			t.Errorf("WordedTemplate(%q, %q, %q) = %q, want %q", c.title, c.goal, c.mode, got, c.want)
		}
	}
}
