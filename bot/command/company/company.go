// Package company is the departments that think between projects: what the founder
// tells them, what they write to each other, and what came of it.
package company

import (
	"context"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/syntax"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/company"
	"github.com/frasier-cos/frasier/internal/org"
)

// Below leastCap a week's share for thinking is less than one call; above mostCap it is
// a slip of the keyboard.
const leastCap, mostCap = org.Dollar, 100_000 * org.Dollar

// Names of the command's options.
const optionDo, optionText = "do", "text"

// State reads whether the company is on, and how it stands.
type State interface {
	Company(ctx context.Context) (company.State, error)
	CompanyOn(ctx context.Context, week org.NanoUSD, ch org.Channel) error
	CompanyOff(ctx context.Context) error
	Memo(ctx context.Context, id org.MemoID) (company.Memo, error)
	MemosUnder(ctx context.Context, root org.MemoID) ([]company.Memo, error)
}

// Orders carries out what the founder tells the company.
type Orders interface {
	TellCompany(ctx context.Context, key, words string) (company.Memo, error)
	ReviewCompany(ctx context.Context) error
	AnswerMemo(ctx context.Context, id org.MemoID, answer string) (company.Memo, error)
	DropDirective(ctx context.Context, id org.MemoID) (int, error)
	HoldDirective(ctx context.Context, id org.MemoID) (int, error)
	ContinueDirective(ctx context.Context, id org.MemoID) (int, error)
}

// Books reads for the company's pages and answers.
type Books interface {
	CompanyBook(ctx context.Context, before org.MemoID, n int) (company.Book, error)
	CompanyThread(ctx context.Context, id org.MemoID) (company.Thread, error)
	CompanyDepartment(ctx context.Context, d org.Department) (company.DepartmentBook, error)
	CompanyMessages(ctx context.Context, before org.MemoID, n int) ([]company.Memo, error)
}

// Records is all that this noun reads and changes. *store.DB is one.
type Records interface {
	State
	Orders
	Books
}

// records carries out the command, and reads what pages and answers show.
type records struct {
	Records
	noModel bool // so that nobody can think
}

// listVerbs are the words that do something; any other names a department or a message.
func listVerbs() []string {
	return []string{"on", "tell", "answer", "hold", "go", "drop", "review", "off"}
}

// New returns the noun: the command company, its pages, and what programs get of departments and messages.
func New(r Records, noModel bool) noun.Noun {
	s := records{r, noModel}
	return noun.Noun{
		Commands: []noun.Command{{
			Name: "company", Summary: "departments that think between projects: on, tell, review, off", Example: "company tell Get 30 paying roasters in Port Ellery by March", Aliases: []string{"departments", "directors"},
			Options: []syntax.Option{
				noun.WordOption(optionDo, "on, tell, review, off, hold, go, drop, answer; or a department or a message"),
				noun.WordOption(optionText, "dollars a week, or what you want to achieve"),
			},
			Acts: true, Changes: func(args map[string]string) bool {
				return slices.Contains(listVerbs(), strings.ToLower(args[optionDo]))
			}, Run: s.run,
			Shell: &noun.Shell{
				Group: noun.GroupSteer, Use: "company [on CAP|tell WORDS|review|off|DEPARTMENT|MESSAGE]", Summary: "departments that think between projects, and what they write to each other",
				Words: listVerbs(), JSON: true,
				Refuses: []string{"company on 20", "company on", "company tell", "company tell Grow", "company k99", "company nosuch"},
			},
		}},
		Pages: []noun.Page{
			{Path: "/company", Title: "Company", Tab: "Company", Listed: true, Place: 50, Template: companyPage, Build: s.buildCompany, Touches: isOnPage},
			{Path: "/company/{id}", Title: "Weekly review", Tab: "Company", Template: partPage, Build: s.buildPart, Touches: isOnPage},
		},
		Answers: []noun.Answer{
			{Path: "departments", Give: s.giveDepartments},
			{Path: "messages", Params: []string{"after", "limit"}, Give: s.giveMessages},
		},
	}
}

// run shows how the company stands, or does what the first word says.
func (s records) run(ctx context.Context, in noun.Input) (noun.View, error) {
	whole := func(ctx context.Context) (any, error) { return s.Company(ctx) }
	word, rest := strings.ToLower(strings.TrimSpace(in.Args[optionDo])), strings.TrimSpace(in.Args[optionText])
	id, words := syntax.CutWord(rest)
	switch {
	case word == "":
		c, err := s.Company(ctx)
		return noun.View{Reply: Company(c, in.Now).Page("company", in.Page), JSON: whole}, err
	case word == "answer" && words == "":
		return s.show(ctx, in, strings.ToLower(id))
	case !slices.Contains(listVerbs(), word):
		return s.show(ctx, in, word)
	}
	m, err := s.changeCompany(ctx, in, word, rest)
	return noun.View{Reply: m.Page("company", 1), JSON: whole}, err
}

func (s records) changeCompany(ctx context.Context, in noun.Input, verb, rest string) (wording.Message, error) {
	id, words := syntax.CutWord(rest)
	id = strings.ToLower(id)
	switch verb {
	case "on":
		return s.turnOn(ctx, in, rest)
	case "tell":
		return s.tell(ctx, in, rest)
	case "review":
		return wording.Message{Text: Reviewing()}, noun.Explain(s.ReviewCompany(ctx), org.ErrConflict, IsOff())
	case "drop":
		n, err := s.DropDirective(ctx, org.MemoID(id))
		return Dropped(org.MemoID(id), n), noun.Explain(err, org.ErrNotFound, MemoUnknown(id))
	case "hold":
		n, err := s.HoldDirective(ctx, org.MemoID(id))
		return Held(org.MemoID(id), n), noun.Explain(err, org.ErrNotFound, MemoUnknown(id))
	case "go":
		n, err := s.ContinueDirective(ctx, org.MemoID(id))
		return GoesOn(org.MemoID(id), n), noun.Explain(err, org.ErrNotFound, MemoUnknown(id))
	case "answer":
		m, err := s.AnswerMemo(ctx, org.MemoID(id), words)
		err = noun.Explain(err, org.ErrConflict, AsksNothing(org.MemoID(id)))
		return wording.Message{Text: Answered(m)}, noun.Explain(err, org.ErrNotFound, MemoUnknown(id))
	}
	return wording.Message{Text: Off()}, s.CompanyOff(ctx)
}

func (s records) turnOn(ctx context.Context, in noun.Input, amount string) (wording.Message, error) {
	week, ok := org.ParseUSD(amount)
	if !ok || week < leastCap || week > mostCap {
		return wording.Message{}, noun.Refuse(AsksCap())
	}
	if s.noModel {
		return wording.Message{}, noun.Refuse(NeedsModel())
	}
	before, err := s.Company(ctx)
	if err != nil {
		return wording.Message{}, err
	}
	if err := s.CompanyOn(ctx, week, in.Channel); err != nil {
		return wording.Message{}, err
	}
	now, err := s.Company(ctx)
	return On(now, before.On), err
}

func (s records) tell(ctx context.Context, in noun.Input, words string) (wording.Message, error) {
	for _, a := range in.Heard("").Attachments {
		words = strings.TrimSpace(words + "\n\n" + a.Text)
	}
	if words == "" {
		return wording.Message{}, noun.Refuse(TellWhat())
	}
	m, err := s.TellCompany(ctx, in.Channel.Transport+"/"+in.Channel.ID+"/"+in.Origin, words)
	if err != nil {
		return wording.Message{}, noun.Explain(err, org.ErrConflict, IsOff())
	}
	c, err := s.Company(ctx)
	waiting := 0
	for _, k := range c.Open {
		if k.Kind == company.MemoDirective && k.State == company.MemoOpen {
			waiting++
		}
	}
	return Told(m, waiting), err
}

// show shows a department or a message.
func (s records) show(ctx context.Context, in noun.Input, word string) (noun.View, error) {
	c, err := s.Company(ctx)
	if err != nil {
		return noun.View{}, err
	}
	var projects []company.Project
	for _, r := range c.Departments {
		if c.On && (string(r.Department) == word || strings.EqualFold(r.Department.Name(), word) || strings.EqualFold(r.Director, word)) {
			return showPage(Department(r, c.Open, in.Now), word, in.Page, r), nil
		}
		projects = append(projects, r.Projects...)
	}
	m, err := s.Memo(ctx, org.MemoID(word))
	if err != nil {
		return noun.View{}, noun.Explain(err, org.ErrNotFound, MemoUnknown(word))
	}
	under, err := s.MemosUnder(ctx, m.Root)
	return showPage(Memo(m, under, projects), word, in.Page, m), err
}

func showPage(m wording.Message, word string, page int, whole any) noun.View {
	return noun.View{Reply: m.Page("company "+word, page), JSON: func(context.Context) (any, error) { return whole, nil }}
}
