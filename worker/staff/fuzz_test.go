package staff_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/worker/staff"
)

// FuzzSkillManifest: a manifest is refused with one sentence, or has a name that
// is safe as a file's, a description of one line, and a text that fits a
// prompt; and written anew from what was read, it reads the same.
func FuzzSkillManifest(f *testing.F) {
	for _, s := range []string{
		"---\nname: price-teardown\ndescription: Take competitor prices apart\n---\nDo it.\n", "---\r\nname: a\r\ndescription: 'x'\r\n---\r\nDo it.",
		"Do it.", "---\nname: ../a\ndescription: x\n---\nDo it.", "---\nname: a\ndescription: x\n---\n \n", "---\nname: a\nname: b\ndescription: \"x\n---\n---\nDo\n---\n",
		"\ufeff---\nname: a\ndescription: x\n---\nDo it.", "---\nname: a\ndescription:\n  x\n---\nDo it.", "---\nname:a\ndescription:\xff\n---\n\x00", "---\n---\n", "---\nname: a\ndescription: " + strings.Repeat("é", 600) + "\n---\nx",
		"---\nname: a\ndescription: x\n---\n" + strings.Repeat("é", staff.SkillPromptTokens*org.CharsPerToken/2+1),
	} {
		f.Add(s)
	}
	name := regexp.MustCompile(`^[a-z0-9-]{1,64}$`)
	f.Fuzz(func(t *testing.T, text string) {
		staff.Flaws(files(text))
		s, err := staff.ReadSkill(files(text))
		if err != nil {
			if said := err.Error(); said == "" || strings.Contains(said, "\n") || len(said) > 400 {
				t.Errorf("ReadSkill(%q): %q; want one short sentence", text, said)
			}
			return
		}
		if !name.MatchString(s.Name) || s.Description == "" || strings.ContainsAny(s.Description, "\r\n") || len(s.Description) > 1024 {
			t.Errorf("ReadSkill(%q) = %q, %q", text, s.Name, s.Description)
		}
		body := staff.SkillText(s)
		if len(body) > staff.SkillPromptTokens*org.CharsPerToken || utf8.ValidString(text) && !utf8.ValidString(body) {
			t.Errorf("SkillText of %q: %d bytes, %q", text, len(body), body)
		}
		again, err := staff.ReadSkill(files("---\nname: " + s.Name + "\ndescription: " + s.Description + "\n---\n" + body + "\n"))
		if err != nil || again.Name != s.Name || again.Description != s.Description || staff.SkillText(again) != body {
			t.Errorf("%q reads as %q, %q, %q; written anew: %q, %q, %q, %v", text, s.Name, s.Description, body, again.Name, again.Description, staff.SkillText(again), err)
		}
	})
}
