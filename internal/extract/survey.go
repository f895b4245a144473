package extract

import (
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
	"github.com/frasier-cos/frasier/internal/prose"
)

// About holds the facts that a web page shows besides its text.
type About struct {
	Canonical   string // the address that the page gives as its own; empty for none
	Original    string // the address of another one that it gives as the source of its text; empty for none
	Article     bool   // it marks which part of it is its text
	Consent     bool   // a manager of cookies asked on it; what it said is not in the text
	Accepts     bool   // it has a button by which its reader accepts all of something, or cookies
	Password    bool   // it asks for a password
	Subscribers bool   // it says of itself that it is for subscribers
	Scripted    bool   // programs run in it
}

// The page is looked at whole, before what is hidden is taken out. The boxes of consent managers
// go: what they say is never what a page is about.
func surveyPage(doc *html.Node, address string) About {
	var a About
	base, err := url.Parse(address)
	if err != nil {
		base = &url.URL{}
	}
	a.surveyNode(doc, base)
	return a
}

func (a *About) surveyNode(n *html.Node, base *url.URL) {
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		if c.Type == html.ElementNode {
			if isConsentBox(c) {
				a.Consent = true
				n.RemoveChild(c)
				c = next
				continue
			}
			a.noteElement(c, base)
		}
		a.surveyNode(c, base)
		c = next
	}
}

func (a *About) noteElement(n *html.Node, base *url.URL) {
	switch n.DataAtom { //nolint:exhaustive // no other element says it
	case atom.Link:
		if a.Canonical == "" && strings.EqualFold(getAttribute(n, "rel"), "canonical") {
			if u, err := base.Parse(strings.TrimSpace(getAttribute(n, "href"))); err == nil && (u.Scheme == "http" || u.Scheme == "https") {
				a.Canonical = u.String()
			}
		}
	case atom.Button, atom.A:
		a.Accepts = a.Accepts || acceptsAll(strings.TrimSpace(renderPlain(n)))
	case atom.Input:
		a.Accepts = a.Accepts || strings.EqualFold(getAttribute(n, "type"), "submit") && acceptsAll(getAttribute(n, "value"))
		a.Password = a.Password || strings.EqualFold(getAttribute(n, "type"), "password")
	case atom.Article, atom.Main:
		a.Article = true
	case atom.Meta:
		switch strings.ToLower(getAttribute(n, "name") + getAttribute(n, "property")) {
		case "syndication-source", "original-source":
			if u, err := base.Parse(strings.TrimSpace(getAttribute(n, "content"))); err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" {
				a.Original = u.String()
			}
		}
		if getAttribute(n, "property") == "article:content_tier" || getAttribute(n, "name") == "article:content_tier" {
			a.Subscribers = a.Subscribers || getAttribute(n, "content") == "locked"
		}
	case atom.Script:
		if !strings.Contains(getAttribute(n, "type"), "json") {
			a.Scripted = true
			return
		}
		if isLinkedData(n) && n.FirstChild != nil {
			a.Subscribers = a.Subscribers || notFree.MatchString(n.FirstChild.Data)
		}
	}
}

// The data of an article says that it is not free (schema.org).
var notFree = lazyregexp.New(`(?i)"isAccessibleForFree"\s*:\s*"?false`)

// The button of a form for cookies says so in the languages of its readers.
func acceptsAll(words string) bool {
	const longest = 60 // bytes; a button says no more
	if len(words) > longest {
		return false
	}
	words = strings.ToLower(prose.OneLine(words))
	for _, w := range []string{
		"accept all", "allow all", "agree to all", "i accept all", "cookie", "クッキー", "alle akzeptieren", "alle annehmen", "alles akzeptieren", "allen zustimmen", "alle cookies", "alle zulassen", "alles accepteren", "alle accepteren",
		"tout accepter", "accepter tout", "aceptar tod", "acepto tod", "accetta tutt", "accettare tutt", "aceitar tud", "aceitar todos", "akceptuj wszystk", "zaakceptuj wszystk", "zgadzam się", "acceptera all", "godkänn all", "accepter alle", "godta alle", "hyväksy kaikki", "hyväksyn kaikki",
		"přijmout vše", "souhlasím se vš", "összes elfogadása", "elfogadom mind", "acceptă toate", "принять вс", "принимаю вс", "разрешить все", "прийняти всі", "tümünü kabul", "hepsini kabul", "αποδοχή όλων", "すべて受け入れ", "すべて許可", "すべて同意", "すべてのクッキーを", "接受全部", "全部接受", "照单全收", "接受所有", "全部同意", "모두 허용", "모두 동의", "قبول الكل", "קבל הכל",
	} {
		if strings.Contains(words, w) {
			return true
		}
	}
	return false
}

func getAttribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if strings.EqualFold(a.Key, name) {
			return a.Val
		}
	}
	return ""
}

// A consent manager asks in a box with such an id, class or element.
func isConsentMark(name string) bool {
	switch name {
	case "onetrust-consent-sdk", "onetrust-banner-sdk", "ot-sdk-container", "usercentrics-root", "usercentrics-cmp-ui", "uc-banner", "didomi-host", "didomi-popup",
		"qc-cmp2-container", "qc-cmp-ui-container", "cybotcookiebotdialog", "cookiebanner", "cookiefirst-root", "cookiescript_injected", "cmpbox", "cmpbox2",
		"cmpwrapper", "fc-consent-root", "fc-dialog-container", "tarteaucitronroot", "tarteaucitronalertbig", "iubenda-cs-banner", "borlabs-cookie", "borlabscookiebox",
		"cmplz-cookiebanner-container", "cmplz-cookiebanner", "trustarcnoticeframe", "truste-consent-track", "consent_blackbar", "axeptio_overlay", "axeptio_main_button", "termly-code-snippet-support",
		"osano-cm-window", "cky-consent-container", "cky-consent-bar", "cli-bar-container", "cookie-law-info-bar", "orejime-env", "orejime-main", "orejime-root",
		"orejime", "cc--main", "cc-main", "cc-window", "klaro", "gdpr-cookie-consent-bar", "moove_gdpr_cookie_info_bar", "cookie-consent-banner",
		"cookieconsent", "cookie-consent", "sp_message_container", "real-cookie-banner", "ccm-widget", "ccm-modal", "pxcookie-bar", "hs-eu-cookie-confirmation",
		"shopify-pc__banner__dialog", "shopify-pc__banner", "cc-individual-cookie-settings", "sibbo-cmp-layout", "snigel-cmp-framework", "ketch-banner", "transcend-consent-manager", "ppms_cm_popup_overlay",
		"evidon-banner", "notice-cookie-block":
		return true
	}
	return strings.HasPrefix(name, "sp_message_container_")
}

// A box is known by its id, by one of its classes, or by the name of its own element. A page is
// never one as a whole.
func isConsentBox(n *html.Node) bool {
	switch n.DataAtom { //nolint:exhaustive // all others may be one
	case atom.Html, atom.Body, atom.Main, atom.Article, atom.Head, atom.Script, atom.Style, atom.Link, atom.Meta:
		return false
	}
	if isConsentMark(strings.ToLower(getAttribute(n, "id"))) || isConsentMark(n.Data) {
		return true
	}
	const most = 4096 // bytes; a class of that name around more than that is a page's own
	return slices.ContainsFunc(strings.Fields(strings.ToLower(getAttribute(n, "class"))), isConsentMark) && measureText(n) < most
}
