package research

import (
	_ "embed" // closed.txt
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/frasier-cos/frasier/internal/extract"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/worker/research/web"
)

// How short a page is, in characters of its text, that shows nothing but what stands before
// the text. A page with more is read, whatever it says of cookies or subscribers: there is
// something to quote in it.
const (
	closedChars  = 2500 // a form that asks for consent, with all its purposes
	wallChars    = 1500 // the first lines of an article with an offer
	formChars    = 800  // a sign-in, a check, a hint to switch scripts on
	fewChars     = 300  // a sentence or two above a form
	closedShare  = 0.5  // part of the text in sentences that speak of consent
	consentTerms = 3    // sentences of it
)

//go:embed closed.txt
var closedWords string

// findClosedCause says why a page cannot be quoted: it asks for consent to cookies, for a proof of
// being human, for a sign-in or for money, or a program makes its text; empty when its text is
// there. What is certain comes first: where the page really lies, what made it and what it says of
// itself in its data. Words decide over short pages alone.
func findClosedCause(page web.Page, read extract.Result) web.Cause {
	text := strings.ToLower(strings.ReplaceAll(read.Title+"\n"+read.Text, "’", "'"))
	if said := quotations.ReplaceAllString(text, " "); len(text) >= fewChars && strings.Count(said, "\n") >= 2 {
		text = said // what an article quotes of walls makes it none
	}
	n := utf8.RuneCountInString(read.Text)
	if cause := findClosedPlace(page); cause != "" && n < closedChars {
		return cause
	}
	if page.Challenge() && n < wallChars {
		return web.CauseCheck
	}
	switch {
	case n < formChars && hasClosedWords("check", text):
		return web.CauseCheck
	case n < formChars && read.About.Password:
		return web.CauseSignIn
	case n < wallChars && (read.About.Subscribers || hasClosedWords("subscribe", text)):
		return web.CausePaywall
	case n < formChars && hasClosedWords("signin", text):
		return web.CauseSignIn
	case n < closedChars && hasClosedWords("consent", text) && isMostlyConsent(text):
		return web.CauseConsent
	case read.About.Accepts && (read.Thin || n < fewChars):
		return web.CauseConsent
	case read.About.Consent && (read.Thin || n < formChars && hasClosedWords("consent", text)):
		return web.CauseConsent
	case n < formChars && read.About.Scripted && hasClosedWords("script", text), read.Thin && read.About.Scripted:
		return web.CauseScript
	}
	return ""
}

// A text repeats its quotations and does not say them.
var quotations = lazyregexp.New(`["“„«][^"”“»\n]{1,120}["”“»]`)

func hasClosedWords(kind, text string) bool {
	for line := range strings.Lines(closedWords) {
		of, words, _ := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		if of == kind && strings.Contains(text, words) {
			return true
		}
	}
	return false
}

// A page about something else that mentions cookies once is read.
func isMostlyConsent(text string) bool {
	about, all, sentences := 0, 0, 0
	for _, s := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(".!?\n。！？", r) }) {
		all += len(s)
		if hasClosedWords("stem", s) {
			about += len(s)
			sentences++
		}
	}
	return sentences >= consentTerms && float64(about) >= closedShare*float64(all)
}

// Services that ask for consent or a sign-in do so at an address of their own.
func findClosedPlace(page web.Page) web.Cause {
	final, err := url.Parse(page.Final)
	if err != nil {
		return ""
	}
	host, path := strings.ToLower(final.Hostname()), strings.ToLower(final.Path)
	first, _, _ := strings.Cut(host, ".")
	elsewhere := true
	if asked, err := url.Parse(page.URL); err == nil {
		elsewhere = !strings.EqualFold(asked.Hostname(), final.Hostname()) || asked.Path != final.Path
	}
	if !elsewhere {
		return ""
	}
	switch {
	case slices.Contains([]string{"consent", "guce", "myprivacy", "cmp", "privacy-gate", "cookies"}, first), strings.HasPrefix(path, "/consent"), strings.HasPrefix(path, "/zustimmung"), strings.HasPrefix(path, "/cookiewall"), strings.HasPrefix(path, "/cookie-wall"):
		return web.CauseConsent
	case strings.Contains(host, "captcha"), strings.HasPrefix(path, "/sorry/"), strings.HasPrefix(path, "/cdn-cgi/challenge"):
		return web.CauseCheck
	case slices.Contains([]string{"accounts", "login", "signin", "sso", "auth", "idp", "idmsa", "id", "passport"}, first), slices.ContainsFunc(strings.Split(path, "/"), isSignIn):
		return web.CauseSignIn
	}
	return ""
}

func isSignIn(part string) bool {
	part, _, _ = strings.Cut(part, ".")
	switch strings.NewReplacer("-", "", "_", "").Replace(part) {
	case "login", "signin", "logon", "authwall", "wplogin", "oauth2", "oauth", "sso", "saml2", "anmelden", "connexion", "usersignin":
		return true
	}
	return false
}
