package prompt

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"text/template"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

type persona struct {
	agent org.Agent // without its rendered persona
	page  *template.Template
}

// The digest of a skill stands in the personas of those it is for; the full text is given for some
// stages only.
type skill struct {
	name   string
	digest string
	For    []string // categories; "all" for everyone
	when   []string // stages, or kinds of steps
	body   string
}

// Hire says who is hired.
type Hire struct {
	Title    string
	Category string
	Trade    string // the line of business of the project he was hired for; empty when unknown
}

// A persona's template sees this.
type personaPage struct {
	Identity Identity
	Name     string
	Title    string
	Craft    string
	Quality  string
	Skills   string
	Hire     Hire
}

// Agents returns the founding agents with their personas, the chief first.
// Load tried every persona, so the general craft stands in for one only when
// Identity holds a name that breaks its template.
func (s *Set) Agents() []org.Agent {
	out := make([]org.Agent, 0, len(s.founding))
	for _, p := range s.founding {
		a := p.agent
		a.Name = s.getAgentName(a)
		text, err := s.renderPersona(p)
		if err != nil {
			text = s.texts["craft/generic.md"]
		}
		a.Persona = text
		out = append(out, a)
	}
	return out
}

// The chief's name is a setting.
func (s *Set) getAgentName(a org.Agent) string {
	if a.Category == Chief {
		return s.Identity.orDefault().Name
	}
	return a.Name
}

// Chief is the category of the agent that plans and answers.
const Chief = "chief"

// Persona returns the persona for a category: the founding agent's where there
// is one, else that of a hire without a project.
func (s *Set) Persona(category string) (string, error) {
	for _, p := range s.founding {
		if p.agent.Category == category && !p.agent.ID.IsRole() {
			return s.renderPersona(p)
		}
	}
	return s.Hire(Hire{Title: titleOf(category), Category: category})
}

// "finance" gives "Finance expert".
func titleOf(category string) string {
	if category == "" {
		return "Expert"
	}
	return strings.ToUpper(category[:1]) + category[1:] + " expert"
}

// Hire returns the persona of an agent who is hired for a role. A category
// without a craft of its own gets the general one.
func (s *Set) Hire(h Hire) (string, error) {
	t, err := s.personaPage("persona/hire.md")
	if err != nil {
		return "", err
	}
	h.Title, h.Trade = prose.OneLine(h.Title), prose.OneLine(h.Trade)
	return s.executePersona(t, personaPage{Title: h.Title, Hire: h}, h.Category)
}

func (s *Set) renderPersona(p persona) (string, error) {
	return s.executePersona(p.page, personaPage{Name: s.getAgentName(p.agent), Title: p.agent.Role}, p.agent.Category)
}

func (s *Set) executePersona(t *template.Template, d personaPage, category string) (string, error) {
	d.Identity = s.Identity.orDefault()
	d.Craft = s.findCraft(category)
	d.Quality = s.texts["craft/standards.md"]
	d.Skills = s.listDigests(category)
	var b strings.Builder
	if err := t.Execute(&b, d); err != nil {
		return "", fmt.Errorf("render persona %s: %w", t.Name(), err)
	}
	return closeGaps(b.String()), nil
}

func (s *Set) findCraft(category string) string {
	return cmp.Or(s.texts["craft/"+category+".md"], s.texts["craft/generic.md"])
}

func (s *Set) listDigests(category string) string {
	var lines []string
	for _, k := range s.skills {
		if slices.Contains(k.For, category) || slices.Contains(k.For, "all") {
			lines = append(lines, k.digest)
		}
	}
	return formatBullets(lines)
}

// Skills lists the names of the skills.
func (s *Set) Skills() []string {
	out := make([]string, 0, len(s.skills))
	for _, k := range s.skills {
		out = append(out, k.name)
	}
	return out
}

// SkillFor returns the full texts that an agent of a category is given for a
// stage of a step, and nothing when the work needs none. The kind is
// empty where there is no step.
func (s *Set) SkillFor(category, stage string, kind org.StepKind) string {
	var out []string
	for _, k := range s.skills {
		mine := slices.Contains(k.For, category) || slices.Contains(k.For, "all")
		now := slices.Contains(k.when, stage) || (kind != "" && slices.Contains(k.when, stage+":"+string(kind)))
		if mine && now {
			out = append(out, k.body)
		}
	}
	return strings.Join(out, "\n\n")
}

func (s *Set) parsePersonas() error {
	for _, name := range s.Names() {
		file, ok := strings.CutPrefix(name, "persona/")
		if !ok || strings.HasPrefix(file, "director-") { // who is no agent
			continue
		}
		t, err := s.personaPage(name)
		if err != nil {
			return err
		}
		if file == "hire.md" {
			if _, err := s.Hire(buildSample(Hire{}).(Hire)); err != nil { //nolint:errcheck // sample returns the type it is given
				return err
			}
			continue
		}
		head, _ := splitFrontMatter(s.texts[name])
		p := persona{page: t, agent: org.Agent{
			ID: org.AgentID("agent-" + strings.TrimSuffix(file, ".md")), Name: head["name"], Role: head["role"],
			Category: head["category"], Team: head["team"], Reviewer: head["reviewer"], Version: 1,
		}}
		if p.agent.Name == "" || p.agent.Role == "" || p.agent.Category == "" {
			return fmt.Errorf("persona %s lacks its name, role or category", name)
		}
		if _, err := fs.Stat(embedded, name); err != nil {
			if err := s.completeRole(&p, name); err != nil {
				return err
			}
		}
		if _, err := s.renderPersona(p); err != nil {
			return err
		}
		s.founding = append(s.founding, p)
	}
	slices.SortStableFunc(s.founding, func(a, b persona) int {
		return cmp.Or(cmp.Compare(rankPersona(a), rankPersona(b)), cmp.Compare(a.agent.ID, b.agent.ID))
	})
	return nil
}

// completeRole makes an agent of a file that replaces none. One that says nothing of what all are held to gets that behind its words.
func (s *Set) completeRole(p *persona, name string) error {
	a := &p.agent
	a.ID = org.AgentID(org.RolePrefix + strings.TrimSuffix(strings.TrimPrefix(name, "persona/"), ".md"))
	a.Team = cmp.Or(a.Team, "team-"+a.Category)
	switch {
	case a.Reviewer != "":
		return fmt.Errorf("persona %s names a reviewer; only those that Frasier came with review every step, so leave that line out", name)
	case !slices.Contains(org.Categories(), a.Category):
		return fmt.Errorf("persona %s has the category %q; name one of %s", name, a.Category, strings.Join(org.Categories(), ", "))
	case slices.ContainsFunc(s.founding, func(o persona) bool { return prose.Fold(o.agent.Name) == prose.Fold(a.Name) }):
		return fmt.Errorf("persona %s is called %s, as somebody on the team is already; give it another name", name, a.Name)
	}
	_, body := splitFrontMatter(s.texts[name])
	if body == "" {
		return fmt.Errorf("persona %s says nothing below its head", name)
	}
	if strings.Contains(body, "{{") {
		return nil
	}
	t, err := template.New(name).Option("missingkey=error").Funcs(s.listFuncs()).Parse(body + "\n\n{{.Quality}}{{if .Skills}}\n\n{{.Skills}}{{end}}")
	p.page = t
	return err
}

func rankPersona(p persona) int {
	switch {
	case p.agent.Category == Chief:
		return 0
	case p.agent.ID.IsRole():
		return 2
	}
	return 1
}

func (s *Set) personaPage(name string) (*template.Template, error) {
	_, body := splitFrontMatter(s.texts[name])
	t, err := template.New(name).Option("missingkey=error").Funcs(s.listFuncs()).Parse(body)
	if err != nil {
		return nil, fmt.Errorf("parse prompt %s: %w", name, err)
	}
	return t, nil
}

func (s *Set) parseSkills() error {
	for _, name := range s.Names() {
		file, ok := strings.CutPrefix(name, "skill/")
		if !ok {
			continue
		}
		head, body := splitFrontMatter(s.texts[name])
		k := skill{name: strings.TrimSuffix(file, ".md"), digest: head["digest"], For: splitWords(head["for"]), when: splitWords(head["when"]), body: body}
		if k.digest == "" || len(k.For) == 0 || body == "" {
			return fmt.Errorf("skill %s lacks its digest, its readers or its text", name)
		}
		s.skills = append(s.skills, k)
	}
	return nil
}

func splitWords(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
}

// "key: value" lines stand between the file's first two lines of dashes.
func splitFrontMatter(text string) (head map[string]string, body string) {
	head = map[string]string{}
	rest, ok := strings.CutPrefix(text, "---\n")
	if !ok {
		return head, text
	}
	top, body, ok := strings.Cut(rest, "\n---\n")
	if !ok {
		return head, text
	}
	for l := range strings.Lines(top) {
		if k, v, found := strings.Cut(l, ":"); found {
			head[strings.TrimSpace(k)] = strings.TrimSpace(v)
		}
	}
	return head, strings.TrimSpace(body)
}
