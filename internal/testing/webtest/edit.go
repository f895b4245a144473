package webtest

import (
	"fmt"
	"net/http"
	"strings"
)

// Edit has every page say something else from now on, wherever it said before. It returns an error where none said it.
func (w *Web) Edit(before, after string) error {
	w.editing.Lock()
	defer w.editing.Unlock()
	n := 0
	for _, p := range w.pages {
		if strings.Contains(p.text, before) {
			p.text = strings.ReplaceAll(p.text, before, after)
			n++
		}
	}
	if n == 0 {
		return fmt.Errorf("no page says %q", before)
	}
	return nil
}

// Withdraw has a page be gone.
func (w *Web) Withdraw(page string) error {
	w.editing.Lock()
	defer w.editing.Unlock()
	p := w.pages[page]
	if p == nil {
		return fmt.Errorf("there is no page %s", page)
	}
	p.answer = func(_ *Web, rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(http.StatusGone) }
	return nil
}
