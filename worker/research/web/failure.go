package web

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"

	"github.com/frasier-cos/frasier/internal/netguard"
	"github.com/frasier-cos/frasier/internal/work"
)

// Cause says in a word or two why a page could not be read. It is stored and
// counted; the founder reads it.
type Cause string

// The causes.
const (
	CauseBlocked  Cause = "blocked" // 403, 429, 451, robots.txt
	CauseSignIn   Cause = work.NeedsSignIn
	CauseConsent  Cause = work.NeedsConsent
	CauseCheck    Cause = work.NeedsPerson
	CausePaywall  Cause = work.NeedsPayment
	CauseScript   Cause = work.NeedsBrowser   // its text is made by a program in it
	CauseMissing  Cause = "not found"         // 404, 410
	CauseTooLarge Cause = "too large"         // beyond the size limit, packed or unpacked
	CauseSlow     Cause = "too slow"          // no answer in time
	CauseRefused  Cause = "forbidden address" // inside the machine or its network, odd scheme or port
	CauseType     Cause = "unreadable format" // a picture, an archive, a film
	CauseEmpty    Cause = "without text"
	CauseThin     Cause = "with hardly any text"
	CauseError    Cause = "error" // everything else
)

func listCauses() []Cause {
	return []Cause{CauseBlocked, CauseSignIn, CauseConsent, CauseCheck, CausePaywall, CauseScript, CauseMissing, CauseTooLarge, CauseSlow, CauseRefused, CauseType, CauseEmpty, CauseThin, CauseError}
}

// FetchError says which page could not be read, and why.
type FetchError struct {
	Cause Cause
	URL   string
	Err   error
}

// Error names the page, the cause and what lies behind it.
func (f *FetchError) Error() string { return fmt.Sprintf("fetch %s: %s: %v", f.URL, f.Cause, f.Err) }

// Unwrap returns what lies behind the failure.
func (f *FetchError) Unwrap() error { return f.Err }

func wrapFault(url string, err error) *FetchError {
	var already *FetchError
	if errors.As(err, &already) {
		return already
	}
	cause := CauseError
	var wire net.Error
	switch {
	case errors.Is(err, netguard.ErrRefused):
		cause = CauseRefused
	case errors.Is(err, errTooLarge):
		cause = CauseTooLarge
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &wire) && wire.Timeout():
		cause = CauseSlow
	}
	return &FetchError{Cause: cause, URL: url, Err: err}
}

// Unread tells of pages that could not be read, such as "7 of 16 pages could not be read (3
// blocked, 2 too large, 2 errors)."; empty when all could.
func Unread(tried int, failed map[Cause]int) string {
	total := 0
	var parts []string
	for _, c := range listCauses() {
		n := failed[c]
		if n == 0 {
			continue
		}
		total += n
		word := string(c)
		if n > 1 && (c == CauseError || c == CauseRefused || c == CauseType) {
			word = formatPlural(word)
		}
		parts = append(parts, fmt.Sprintf("%d %s", n, word))
	}
	if total == 0 {
		return ""
	}
	pages := "pages"
	if tried == 1 {
		pages = "page"
	}
	return fmt.Sprintf("%d of %d %s could not be read (%s).", total, tried, pages, strings.Join(parts, ", "))
}

func formatPlural(word string) string {
	if strings.HasSuffix(word, "s") {
		return word + "es"
	}
	return word + "s"
}
