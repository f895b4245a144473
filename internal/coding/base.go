package coding

import (
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/org"
)

// BaseMain names in an order the repository's own branch as where it starts, whatever that is called.
const BaseMain = "main"

// FromAnswer says that a founder chose when he was asked.
const FromAnswer = "your answer"

// Branch holds a project's changes of a repository; another order may start on it.
type Branch struct {
	Project    org.ProjectID
	Title      string
	Repository string // its name
	Onto       string // the repository's own branch
	Name       string // frasier/p12-...
	Began      string // the commit that it began on
	Head       string // the one that it is at
	Ended      bool   // nobody works on it any more, and it was not given up
	Landed     bool   // the repository's own branch had it when somebody looked last
}

// Origin is the branch of ours on which a project's changes start.
type Origin struct {
	Project org.ProjectID
	Title   string
	Branch  string
	Merged  []Commit // oldest first, with those of the branch on which that one started itself
}

// Head is the commit that a branch is at; empty when nothing of it is left.
func (o Origin) Head() string {
	if len(o.Merged) == 0 {
		return ""
	}
	return o.Merged[len(o.Merged)-1].ID
}

var (
	baseLine  = lazyregexp.New("(?im)^[ \t>*-]*base:[ \t]*[`\"]?([a-z][\\w./-]*)[`\"]?[ \t.]*$")
	baseWords = lazyregexp.New("(?i)\\b(?:on top of|start(?:ing)? (?:from|on)|based on|build(?:ing)? on|continu(?:e|ing) (?:from|on)|(?:on|from) the branch(?: of)?) (?:the )?(?:branch (?:of )?|project )?[`\"]?(p\\d+|frasier/p\\d+[\\w-]*)(?:'s)?\\b")
	onMain    = lazyregexp.New("(?i)\\b(?:on top of|start(?:ing)? (?:from|on)|based on|continu(?:e|ing) (?:from|on)) (?:the )?(?:branch )?[`\"]?(main|master)\\b")
	goesOn    = lazyregexp.New(`(?i)\b(?:continu(?:e|es|ing)|follow(?:s|ing)?[ -]?up|(?:the )?next (?:part|step)|second part|carry on|go on|goes on|further|as well|on the same branch|build on|builds on|last (?:change|project|branch)|previous (?:change|project|branch))\b`)
	lastWork  = lazyregexp.New(`(?i)\b(?:same branch|(?:last|previous) (?:change|project|branch))\b`)
)

// NameBase returns where an order says that it starts, by a line "base: p12" in its words or its roadmap, or in its words: the id of a project,
// the name of a branch, or BaseMain; empty where it says nothing.
func NameBase(text, roadmap string) string {
	for _, p := range []struct {
		pattern *lazyregexp.Regexp
		in      string
	}{{baseLine, text}, {baseLine, roadmap}, {baseWords, text}, {onMain, text}} {
		if m := p.pattern.FindStringSubmatch(p.in); m != nil {
			return strings.TrimRight(m[1], ".")
		}
	}
	return ""
}

// FindBase finds the branch that a name means in a repository: nil is the repository's own. ok is false for a name that means none.
func FindBase(named string, r Repository, all []Branch) (b *Branch, ok bool) {
	if strings.EqualFold(named, BaseMain) || strings.EqualFold(named, "master") || named == r.Ref {
		return nil, true
	}
	i := slices.IndexFunc(all, func(b Branch) bool {
		return b.Repository == r.Name && (strings.EqualFold(string(b.Project), named) || strings.EqualFold(b.Name, named))
	})
	if i < 0 {
		return nil, false
	}
	return &all[i], true
}

// FindContinued finds the branch that an order clearly goes on from, though it does not say that it starts there: it is said in that project's
// thread, names the project, or says that it goes on and speaks of the same. Branches that are not open for that are left out; nil is none.
// all has the newest first.
func FindContinued(text, repository string, thread org.ProjectID, all []Branch) *Branch {
	words := listSubjects(text)
	for i, b := range all {
		if b.Repository != repository || !b.Ended || b.Landed {
			continue
		}
		named := slices.Contains(words, string(b.Project)) || strings.Contains(text, b.Name)
		same := slices.ContainsFunc(listSubjects(b.Title), func(w string) bool { return len(w) > 3 && w != repository && slices.Contains(words, w) })
		if b.Project == thread || named || goesOn.MatchString(text) && (same || lastWork.MatchString(text)) {
			return &all[i]
		}
	}
	return nil
}

// listSubjects are the words of a text in small letters, without the commonest.
func listSubjects(text string) []string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r < 0x80 })
	return slices.DeleteFunc(words, func(w string) bool {
		return slices.Contains([]string{"with", "that", "this", "from", "into", "then", "when", "what", "make", "code", "change", "changes", "branch", "next", "part", "should", "have"}, w)
	})
}
