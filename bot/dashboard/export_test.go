package dashboard

import (
	"net/http"
	"time"

	"github.com/frasier-cos/frasier/bot/command/noun"
	"github.com/frasier-cos/frasier/bot/dashboard/view"
	"github.com/frasier-cos/frasier/internal/org"
)

// Tabs are those of a dashboard with nouns, for tests.
func Tabs(nouns []noun.Noun) ([]view.Tab, error) {
	pages, err := view.New()
	if err != nil {
		return nil, err
	}
	s := &server{Options: Options{Nouns: nouns}, pages: pages, tabs: ownTabs(), nounPages: map[string]nounPage{}, touches: map[string]func(org.Event) bool{}}
	s.addPages(http.NewServeMux())
	return s.tabs, nil
}

// Describe adds to a description of the API the answers of nouns that describe themselves, for tests.
func Describe(written []byte, nouns []noun.Noun) ([]byte, error) { return describeAPI(written, nouns) }

// Back is where a form leads back to, for tests.
func Back(path string) string { return ours(path).String() }

// Wrongs counts wrong tokens, for tests.
type Wrongs struct{ w wrongs }

// After is how long the sender of a wrong token waits.
func (w *Wrongs) After(now time.Time) time.Duration { return w.w.after(now) }
