package prompt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// Capability is one entry of the manifest: something that Frasier can do,
// cannot do, or can do up to a limit. Gates and notes cite its ID.
type Capability struct {
	ID     string
	Can    string   // a sentence; empty when it cannot
	Cannot string   // a sentence; empty when it can
	Limit  int      // of one step; 0 for none
	Words  []string // folded words and phrases that ask for what it cannot; see Hits (lint L10)
	Units  []string // folded plurals that Limit counts (lint L9)
	For    []string // categories of work that it is of use for; empty for all
	Code   int      // 1: only where a repository is there; -1: only where none is
}

// Office says which entries are true of some work.
type Office struct {
	Category string // of the work; empty for all
	Code     bool   // it may change code in a repository
}

func (c Capability) isTrueOf(o Office) bool {
	return (c.Code == 0 || (c.Code > 0) == o.Code) && (len(c.For) == 0 || o.Category == "" || slices.Contains(c.For, o.Category))
}

// Capabilities lists the manifest's entries. The limits are org's, so what a
// planner reads is what the code enforces.
func Capabilities() []Capability {
	return append(listAbilities(), append(stepLimits(), listRefusals()...)...)
}

func listAbilities() []Capability {
	return []Capability{
		{ID: "CAP-SEARCH", Can: "search the public web, read the pages found, cite sentences from them word for word"},
		{ID: "CAP-FILES", Can: "read and cite the founder's attachments, links and document folder: Markdown, text, HTML, PDF, DOCX, CSV"},
		{ID: "CAP-ANALYSE", Can: "compare, rank, estimate and compute from cited figures, with the arithmetic shown"},
		{ID: "CAP-WRITE", Can: "write finished documents: reports, plans, copy, specifications, tables, checklists"},
		{ID: "CAP-REVIEW", Can: "check its own drafts against their sources and their acceptance criteria"},
		{ID: "CAP-DESIGN", Can: "write designs, code and tests as text inside a document", For: []string{"engineering", "design"}, Code: -1},
		{ID: "CAP-CODE", Can: "change code in the repository that was named: on a branch of its own, tried by the repository's own checks behind walls, reviewed, and merged there", For: []string{"engineering", "quality"}, Code: 1},
	}
}

func stepLimits() []Capability {
	return []Capability{
		{ID: "LIM-QUERY", Can: fmt.Sprintf("run %d search queries (%d at first, %d for gaps)", org.MaxQueries, org.InitialQueries, org.ReserveQueries), Limit: org.MaxQueries, Units: []string{"queries", "searches"}},
		{ID: "LIM-FETCH", Can: fmt.Sprintf("read %d pages (%d at first, %d for gaps; %d from one site; %d from one query), which gives about 12 useful sources", org.MaxFetches, org.InitialFetches, org.ReserveFetches, org.MaxFetchesPerHost, org.URLsPerQuery), Limit: org.MaxFetches, Units: []string{"pages", "sources", "articles", "posts", "threads", "reviews", "papers", "websites"}},
		{ID: "LIM-GAP", Can: fmt.Sprintf("look for gaps and fill them %d times", org.MaxGapCycles), Limit: org.MaxGapCycles},
		{ID: "LIM-ENTITIES", Can: fmt.Sprintf("cover %d entities; longer lists become parallel steps and one step that merges them", org.EntitiesPerStep), Limit: org.EntitiesPerStep, Units: []string{"competitors", "niches", "companies", "products", "tools", "vendors", "markets", "countries", "cities", "segments", "platforms", "libraries", "apps", "startups", "communities", "subreddits"}},
		{ID: "LIM-LENGTH", Can: "hand in 3500 words", Limit: 3500, Units: []string{"words"}},
		{ID: "LIM-UPSTREAM", Can: fmt.Sprintf("be given the results of all steps that ended before it, whole up to %d tokens in all, beyond that the oldest as digests of %d tokens", org.UpstreamTokens, org.DigestTokens), Limit: org.UpstreamTokens},
		{ID: "LIM-STEPS", Can: fmt.Sprintf("one plan: %d steps, no chain longer than %d", org.MaxSteps, org.MaxDepth), Limit: org.MaxSteps},
		{ID: "LIM-TIME", Can: fmt.Sprintf("work %d minutes, %d of them on research", int(org.AttemptLimit.Minutes()), int(org.ResearchLimit.Minutes())), Limit: int(org.AttemptLimit.Minutes())},
	}
}

func listRefusals() []Capability {
	return []Capability{
		{ID: "CAP-NOLOGIN", Cannot: "read pages behind a log-in or a paywall", Words: []string{"log in", "login", "log into", "sign in", "sign into", "behind a paywall", "paywalled", "private group", "private groups", "linkedin profiles", "facebook group", "facebook groups"}},
		{ID: "CAP-NOSCRIPT", Cannot: "read pages that only a browser with scripts can show, or click in one", Words: []string{"headless browser", "click through the", "take screenshots", "take a screenshot", "screen recording", "browser automation"}},
		{ID: "CAP-NOCALL", Cannot: "telephone, e-mail, message or meet people", Words: []string{"telephone", "cold call", "cold calls", "call customers", "call leads", "call suppliers", "call prospects", "call users", "call vendors", "make calls", "phone calls", "phone call", "send emails", "send an email", "send e mails", "email customers", "email leads", "email prospects", "reach out to", "contact suppliers", "contact vendors", "schedule a meeting", "book a meeting", "attend"}},
		{ID: "CAP-NOSURVEY", Cannot: "interview or survey people, or run tests with users", Words: []string{"interview", "interviews", "survey", "surveys", "focus group", "focus groups", "poll users", "user testing", "usability test", "usability tests", "talk to customers", "talk to users"}},
		{ID: "CAP-NOBUY", Cannot: "buy, order, subscribe, pay or sign", Words: []string{"buy", "purchase", "order samples", "place an order", "pay for", "sign a contract", "sign the contract", "register a domain", "register the domain", "register a company", "open a bank account"}},
		{ID: "CAP-NOADS", Cannot: "run advertisements or spend a budget", Words: []string{"run ads", "run an ad", "run facebook ads", "run google ads", "launch ads", "launch the campaign", "launch a campaign", "run a b tests", "run an a b test"}},
		{ID: "CAP-NOPUBLISH", Cannot: "publish or post under somebody's name", Words: []string{"publish it", "publish the", "publish on", "publish to", "post it", "post on reddit", "post on linkedin", "post to", "upload to", "submit to the app store", "go live"}},
		{ID: "CAP-NORELEASE", Cannot: "deploy or host software, or run it beyond the repository's own checks, or change systems", Words: []string{"deploy", "deploy to", "run in production", "set up a server", "migrate the database", "load test"}, Code: 1},
		{ID: "CAP-NODEPLOY", Code: -1, Cannot: "deploy, host or run software, or change systems", Words: []string{"deploy", "deploy to", "run the code", "execute the code", "run in production", "set up a server", "migrate the database", "load test"}},
		{ID: "CAP-NOPRIVATE", Cannot: "see private data that the founder did not hand over: analytics, mail, customer records, accounts", Words: []string{"our analytics", "our google analytics", "our crm", "our database", "our inbox", "my inbox", "our stripe", "our customer data"}},
		{ID: "CAP-NOREALTIME", Cannot: "watch anything live or keep watching after the work is done", Words: []string{"in real time", "real time feed", "real time data", "real time dashboard", "real time prices", "real time alerts", "real time monitoring", "real time tracking", "live feed", "live data", "monitor daily", "monitor continuously", "continuous monitoring", "track daily", "alert me", "notify me when"}},
	}
}

// Words around a hit may say that nobody is to do the thing: somebody else's survey is a source, a
// guide for interviews is a document, and what customers buy is a question.
func isExcused(before, after string) bool {
	return slices.Contains([]string{
		"published", "existing", "public", "no", "not", "without", "avoid", "customers", "users", "people", "consumers", "companies", "buyers", "who", "they",
		"would", "repeat", "average", "per",
	}, before) || slices.Contains([]string{
		"guide", "guides", "script", "scripts", "questions", "template", "templates", "data", "results", "result", "report", "reports", "findings", "study", "studies",
		"statistics", "plan", "checklist", "published", "intent", "decision", "decisions", "price", "prices", "process", "journey", "history", "behaviour", "behavior",
		"criteria", "side", "page", "pages", "flow", "screen", "tools", "software", "providers",
	}, after)
}

// Hits returns the capabilities whose words ask in a text for what Frasier
// cannot do, whole words and without regard to case, in the order of
// Capabilities. "Interview ten founders" is a hit, "an interview guide" is not.
func Hits(text string) []Capability {
	words := prose.Words(text)
	var out []Capability
	for _, c := range listRefusals() {
		if c.Code > 0 { // says of code what another entry says without
			continue
		}
		if slices.ContainsFunc(c.Words, func(phrase string) bool { return asksFor(words, strings.Fields(phrase)) }) {
			out = append(out, c)
		}
	}
	return out
}

// The phrase must stand at least once without an excuse.
func asksFor(words, phrase []string) bool {
	for i := 0; i+len(phrase) <= len(words); i++ {
		end := i + len(phrase)
		if !slices.Equal(words[i:end], phrase) {
			continue
		}
		before, after := "", ""
		if i > 0 {
			before = words[i-1]
		}
		if end < len(words) {
			after = words[end]
		}
		if !isExcused(before, after) && !isExistingSurvey(words[max(0, i-3):i], phrase) {
			return true
		}
	}
	return false
}

// "The survey's margin of error" is of one that there is already: the words before it say which.
func isExistingSurvey(before, phrase []string) bool {
	if !slices.Contains([]string{"survey", "surveys", "interview", "interviews"}, phrase[0]) || len(before) == 0 {
		return false
	}
	done := func(w string) bool {
		return slices.Contains([]string{"run", "conduct", "hold", "do", "carry", "launch", "start", "make", "send", "prepare", "plan"}, w)
	}
	return slices.Contains([]string{"the", "its", "their", "this", "that", "these", "those", "his", "her", "from", "in"}, before[len(before)-1]) && !slices.ContainsFunc(before, done)
}

// Manifest renders the capabilities for who plans steps and who repairs them, as far as
// they are true of the work.
func Manifest(o Office) string {
	var b strings.Builder
	b.WriteString("The office can:\n")
	for _, c := range listAbilities() {
		if c.isTrueOf(o) {
			fmt.Fprintf(&b, "- %s: %s.\n", c.ID, c.Can)
		}
	}
	b.WriteString("One step can, and no more:\n")
	for _, c := range stepLimits() {
		fmt.Fprintf(&b, "- %s: %s.\n", c.ID, c.Can)
	}
	return b.String() + renderRefusals(o.Code)
}

// With code, a repository is there.
func renderRefusals(code ...bool) string {
	var b strings.Builder
	b.WriteString("The office cannot:\n")
	for _, c := range listRefusals() {
		if c.isTrueOf(Office{Code: len(code) > 0 && code[0]}) {
			fmt.Fprintf(&b, "- %s: %s.\n", c.ID, c.Cannot)
		}
	}
	return strings.TrimRight(b.String(), "\n")
}
