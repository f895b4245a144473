package research_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/extract"
	"github.com/frasier-cos/frasier/worker/research"
	"github.com/frasier-cos/frasier/worker/research/web"
)

func causes() map[string]web.Cause {
	return map[string]web.Cause{
		"check": web.CauseCheck, "signin": web.CauseSignIn, "consent": web.CauseConsent, "script": web.CauseScript, "subscribe": web.CausePaywall,
	}
}

// Pages of other people's programs that show no text are no sources, whatever language they
// are in, and each says why.
func TestClosedPages(t *testing.T) {
	files, err := filepath.Glob("testdata/closed/*.html")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d pages, %v", len(files), err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(file)
		kind, _, _ := strings.Cut(name, "-")
		if got := judge("https://ferry.example/fares", "https://ferry.example/fares", raw); got != causes()[kind] {
			t.Errorf("%s: cause %q, want %q", name, got, causes()[kind])
		}
	}
}

// judge is what research finds of a page.
func judge(asked, final string, raw []byte) web.Cause {
	page := web.Page{URL: asked, Final: final, ContentType: "text/html", Body: raw}
	read, err := extract.Page(final, "text/html", raw)
	if err != nil {
		return research.EmptyCause(page, read)
	}
	return research.Closed(page, read)
}

// What an article quotes of walls makes it none.
func TestQuotedWallsCloseNothing(t *testing.T) {
	for _, text := range []string{
		`<p>The network had shown "Accept all" for years, and the authority fined it 40 million euros for its cookies.</p><p>Publishers replaced "We value your privacy" and "Manage cookies" by two equal buttons, a study of cookies on 900 sites found.</p><p>Some readers see “Just a moment...” or “Enable JavaScript and cookies to continue” instead of the text.</p>`,
		`<p>Verlage zeigen „Alle akzeptieren“ größer als „Ablehnen“, und die Behörde sieht darin eine Täuschung über Cookies.</p><p>Der Satz „Wir verwenden Cookies“ steht auf 38 von 100 Seiten, in der Studie über Cookies von 2026 waren es 52.</p><p>Wer „Weiterlesen mit Werbung“ drückt, stimmt allem zu.</p>`,
	} {
		page := "<html><head><title>How banners changed</title></head><body><article><h1>How banners changed</h1>" + text + "</article></body></html>"
		if got := judge("https://news.example/a", "https://news.example/a", []byte(page)); got != "" {
			t.Errorf("an article counts as %q: %s", got, text)
		}
	}
}

// Words of a wall in many languages close a short page; in an article that speaks of them they
// close nothing.
func TestWallsByTheirWords(t *testing.T) {
	for words, want := range map[string]web.Cause{
		"Subscribe to continue reading. Already a subscriber? Log in.":                                                              web.CausePaywall,
		"Dieser Artikel ist kostenpflichtig. Jetzt weiterlesen mit dem Digitalabo.":                                                 web.CausePaywall,
		"Cet article est réservé aux abonnés. Déjà abonné ? Connectez-vous.":                                                        web.CausePaywall,
		"Suscríbete para seguir leyendo. ¿Ya eres suscriptor?":                                                                      web.CausePaywall,
		"Contenuto riservato agli abbonati.":                                                                                        web.CausePaywall,
		"Exclusivo para assinantes. Já é assinante?":                                                                                web.CausePaywall,
		"Artykuł dostępny dla subskrybentów.":                                                                                       web.CausePaywall,
		"Статья доступна только для подписчиков.":                                                                                   web.CausePaywall,
		"続きを読むにはログインしてください。この記事は有料です。":                                                                                              web.CausePaywall,
		"Our systems have detected unusual traffic from your computer network.":                                                     web.CauseCheck,
		"Bitte bestätigen Sie, dass Sie kein Roboter sind.":                                                                         web.CauseCheck,
		"Please log in. You need permission to see this file.":                                                                      web.CauseSignIn,
		"Vous devez vous connecter pour voir cette page.":                                                                           web.CauseSignIn,
		"The harbour ferry costs 41 euros in 2026, the harbour office says. Children ride free on all days, and bicycles cost two.": "",
	} {
		page := "<html><head><title>Ferry fares</title></head><body><main><h1>Ferry fares rise</h1><p>" + words + "</p><p>The harbour office of Port Ellery raised the fare of the harbour ferry, as it does each spring, and told the town so on Monday at noon.</p></main></body></html>"
		if got := judge("https://a.example/x", "https://a.example/x", []byte(page)); got != want {
			t.Errorf("%.50s: cause %q, want %q", words, got, want)
		}
		long := strings.Replace(page, "<p>The harbour", "<p>"+strings.Repeat("A paragraph of an article says at length what the fare of the ferry was in every year and why it rose. ", 30)+"</p><p>The harbour", 1)
		if got := judge("https://a.example/x", "https://a.example/x", []byte(long)); got != "" {
			t.Errorf("an article with %.50s: cause %q, want none", words, got)
		}
	}
}

func TestWhereAnAnswerCameFrom(t *testing.T) {
	const page = "<html><body><main><h1>Continue</h1><p>To go on, tell us who you are and what we may do, then press the button at the end of this page, which takes you back to where you came from without any delay. The button is blue and stands below the three lines of this very text.</p></main></body></html>"
	for final, want := range map[string]web.Cause{
		"https://consent.google.com/m?continue=https://maps.example":   web.CauseConsent,
		"https://guce.yahoo.com/consent?brandType=eu":                  web.CauseConsent,
		"https://myprivacy.dpgmedia.nl/consent?siteKey=x":              web.CauseConsent,
		"https://accounts.google.com/v3/signin/identifier?continue=x":  web.CauseSignIn,
		"https://login.microsoftonline.com/common/oauth2/v2.0/auth":    web.CauseSignIn,
		"https://www.linkedin.com/authwall?trk=x":                      web.CauseSignIn,
		"https://www.notion.so/login":                                  web.CauseSignIn,
		"https://github.com/login?return_to=x":                         web.CauseSignIn,
		"https://blog.example/wp-login.php?redirect_to=x":              web.CauseSignIn,
		"https://www.google.com/sorry/index?continue=x":                web.CauseCheck,
		"https://docs.example/other":                                   "",
		"https://docs.example/how-to/login-forms-that-people-can-read": "",
	} {
		if got := judge("https://docs.example/d", final, []byte(page)); got != want {
			t.Errorf("answered from %s: cause %q, want %q", final, got, want)
		}
	}
}

// A banner is no part of an article, and an article beside one is read.
func TestBannersAreLeftOut(t *testing.T) {
	raw, err := os.ReadFile("testdata/closed/consent-klaro-de.html")
	if err != nil {
		t.Fatal(err)
	}
	article := "<main><article><h1>Fähre</h1><p>" + strings.Repeat("Die Fähre kostet im Jahr 2026 genau 41 Euro, sagt das Hafenamt. ", 8) + "</p></article></main>"
	page := []byte(strings.Replace(string(raw), "<body>", "<body>"+article, 1))
	if got := judge("https://a.example/x", "https://a.example/x", page); got != "" {
		t.Errorf("an article with a banner: cause %q, want none", got)
	}
	read, err := extract.Page("https://a.example/x", "text/html", page)
	if err != nil || !strings.Contains(read.Text, "41 Euro") || strings.Contains(read.Text, "Matomo") {
		t.Errorf("text = %q, %v; want the article without the banner", read.Text, err)
	}
}

// Five addresses of one page are one fetch and one source, cited as the page gives itself.
func TestOnePageIsOneSource(t *testing.T) {
	asked := 0
	const body = `<html><head><title>Ferry fares</title><link rel="canonical" href="/fares"></head><body><main><article><h1>Fares</h1><p>The seat in the harbour ferry costs 41 euros in 2026, says the harbour office of Port Ellery in its yearly report. In 2025 it cost 38 euros, and the office expects 43 euros for 2027. Children ride free, and bicycles cost two euros on every line.</p></article></main></body></html>`
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		asked++
		if _, err := w.Write([]byte(body)); err != nil {
			t.Logf("answer: %v", err)
		}
	}))
	defer s.Close()
	m := &memory{}
	r := &research.Researcher{Fetcher: quick(), Records: m, Now: clock}
	defer r.Fetcher.Close()
	j := job(step("The fare of the harbour ferry"))
	j.Context.URLs = []string{s.URL + "/fares?ref=news", s.URL + "/fares?utm_source=x", s.URL + "/fares/amp", s.URL + "/fares#top", s.URL + "/fares?mc_cid=1", s.URL + "/print/fares"}
	ev, err := r.Gather(t.Context(), j, ask("What does a seat in the harbour ferry cost?", "ferry fare"))
	if err != nil {
		t.Fatal(err)
	}
	if asked != 2 || ev.Sources != 1 {
		t.Errorf("%d pages fetched, %d sources; want 2 and 1", asked, ev.Sources)
	}
	for _, p := range ev.Passages {
		if p.URL != s.URL+"/fares" {
			t.Errorf("cited as %s, want %s/fares", p.URL, s.URL)
		}
	}
}
