package staff

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/safetext"
	"github.com/frasier-cos/frasier/internal/work"
)

// Bounds of roles that a repository proposes.
const (
	RolesPerRepository = 12
	roleLetters        = 8_000 // of a text
	titleLetters       = 60
	roleDoubts         = 5
)

// RoleFolders hold files of roles: a head of "key: value" lines with name, role (its title) and category, and below it how such
// work is done. Those of Claude Code's agents have no title and no category: both follow from the name.
func RoleFolders() []string { return []string{".frasier/agents/", ".claude/agents/"} }

// ReadRole reads a file that proposes a role. What makes it unfit stands in WhyNot; what a founder should look at before he takes
// it, such as words that would have somebody leave his orders, in Doubts.
func ReadRole(file, text string) org.Role {
	head, body := frontMatter(text)
	body, _ = safetext.Visible(strings.TrimSpace(body))
	name := strings.ToLower(strings.TrimSuffix(path.Base(file), path.Ext(file)))
	r := org.Role{Name: name, Path: file, Text: body}
	r.Title = prose.OneLine(head["role"])
	if r.Title == "" {
		r.Title = prose.Capital(strings.TrimSpace(strings.NewReplacer("-", " ", "_", " ").Replace(strings.ToLower(head["name"]))))
	}
	if r.Title == "" {
		r.Title = prose.Capital(strings.ReplaceAll(name, "-", " "))
	}
	if r.Category = strings.ToLower(head["category"]); r.Category == "" {
		r.Category = "engineering"
	}
	switch {
	case !regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,24}[a-z0-9])?$`).MatchString(name):
		r.Name, r.WhyNot = "role", "its file's name is to have small letters, digits and hyphens only, at most 26"
	case !regexp.MustCompile(`^[\p{L}][\p{L}\p{N} &/-]*$`).MatchString(r.Title) || len([]rune(r.Title)) > titleLetters:
		r.Title, r.WhyNot = prose.Capital(strings.ReplaceAll(name, "-", " ")), fmt.Sprintf("its title is to have letters, digits and spaces only, at most %d", titleLetters)
	case !slices.Contains(org.Categories(), r.Category):
		r.WhyNot = "its category is none of: " + strings.Join(org.Categories(), ", ")
	case body == "":
		r.WhyNot = "it says nothing below its head"
	case len([]rune(body)) > roleLetters:
		r.WhyNot = fmt.Sprintf("it has %d characters, more than %d", len([]rune(body)), roleLetters)
	default:
		found := Flaws([]work.SkillFile{{Path: path.Base(file), Data: []byte(body)}})
		r.Doubts = found[:min(len(found), roleDoubts)]
	}
	if r.WhyNot != "" {
		r.Text = ""
	}
	return r
}
