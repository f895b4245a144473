//nolint:gochecknoglobals // tables and patterns that are made once and never changed
package llm

import (
	"encoding/json"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/prose"
)

const (
	maxWords = 8 << 10 // of an error that are looked at
	maxNest  = 8       // objects in texts in objects, as gateways pass them on
)

// The body of an error may say these things anywhere.
type errorWords struct {
	all   []string
	param string
	waits []float64 // seconds that the body names
	now   time.Time
}

// Texts inside texts count too, but not what the body repeats of the prompt.
func wordsOf(body []byte, now time.Time) errorWords {
	w := errorWords{now: now}
	var v any
	if json.Unmarshal(body[:min(len(body), bodyLimit)], &v) == nil {
		w.collectWords("", v, 0)
	} else {
		w.addWords("", string(body), 0)
	}
	return w
}

func (w *errorWords) collectWords(key string, v any, depth int) {
	if depth > maxNest || slices.Contains([]string{"input", "flagged_input", "messages", "prompt", "user_id"}, key) {
		return
	}
	switch v := v.(type) {
	case map[string]any:
		// The message first, so that a long list of details cannot crowd it out.
		for _, k := range sortKeys(v) {
			w.collectWords(k, v[k], depth+1)
		}
	case []any:
		for _, item := range v {
			w.collectWords(key, item, depth+1)
		}
	case string:
		w.addWords(key, v, depth)
	case float64:
		s := strconv.FormatFloat(v, 'f', -1, 64)
		w.readWaitField(key, s)
		if strings.HasPrefix(key, "n_") { // how much fits, and how much it was
			w.all = append(w.all, key+" "+s)
		}
	}
}

func sortKeys(m map[string]any) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	first := map[string]int{"error": -4, "message": -3, "raw": -2, "code": -1}
	slices.SortFunc(out, func(a, b string) int {
		if d := first[a] - first[b]; d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	return out
}

func (w *errorWords) addWords(key, s string, depth int) {
	if key == "param" && w.param == "" {
		w.param = clipText(s, 60)
	}
	w.readWaitField(key, s)
	// A gateway may pass on the body that it got, as a text or behind words of its own.
	if i := strings.IndexAny(s, "{["); i >= 0 && depth < maxNest {
		var inner any
		if json.Unmarshal([]byte(s[i:]), &inner) == nil {
			s = s[:i]
			defer w.collectWords(key, inner, depth+1)
		}
	}
	w.all = append(w.all, s)
}

// A body may name times under a key of its own.
func (w *errorWords) readWaitField(key, s string) {
	switch strings.ToLower(key) {
	case "retrydelay", "retry_after", "retry-after":
		if d, ok := readSpan(strings.TrimSpace(s)); ok {
			w.waits = append(w.waits, d)
		}
	case "x-ratelimit-reset":
		if at, ok := loose(s).readNumber(); ok {
			w.waits = append(w.waits, secondsUntil(at, w.now))
		}
	}
}

// Web addresses are left out, which name pages about billing and policies in messages about
// anything.
func (w *errorWords) joinWords(more ...string) string {
	s := strings.ToLower(strings.Join(append(more, w.all...), " "))
	s = strings.ReplaceAll(s, "’", "'")
	s = addresses.ReplaceAllString(s, " ")
	s = strings.ReplaceAll(s, "provider returned error", " ") // a gateway's words for "it was not me"
	return prose.FirstBytes(prose.OneLine(s), maxWords)
}

var addresses = compilePattern(`https?://[^\s"']+`)

// n is a moment in seconds or milliseconds since 1970, or a number of seconds from now.
func secondsUntil(n float64, now time.Time) float64 {
	const year2001, inMillis = 1e9, 1e12
	switch {
	case n >= inMillis:
		return n/1000 - float64(now.UnixMilli())/1000
	case n >= year2001:
		return n - float64(now.UnixMilli())/1000
	}
	return n
}

// Sentences name a time to wait so.
var spans = compilePattern(`(?:try again|retry(?: your request)?|again|wait|reset\w*|available) (?:in|after) (?:about |approximately )?((?:[0-9.]+ ?(?:ms|milliseconds?|days?|hours?|minutes?|mins?|seconds?|secs?|d|h|m|s)[ ,]*(?:and )?)+)`)

// Sentences name the moment itself so.
var dates = compilePattern(`(?:regain access|resets?|again|available|until)[a-z ]*(?:on|at) ([0-9]{4}-[0-9]{2}-[0-9]{2})(?:(?: at |t| )([0-9]{2}:[0-9]{2})(?::[0-9]{2})?)?`)

// The text is in lower case; the time is in seconds.
func waitIn(text string, now time.Time) (float64, bool) {
	if m := dates.FindStringSubmatch(text); m != nil {
		clock := m[2]
		if clock == "" {
			clock = "00:00"
		}
		if at, err := time.Parse("2006-01-02 15:04", m[1]+" "+clock); err == nil {
			return at.Sub(now).Seconds(), true
		}
	}
	if m := spans.FindStringSubmatch(text); m != nil {
		return readSpan(m[1])
	}
	return 0, false
}

var spanParts = compilePattern(`([0-9]+(?:\.[0-9]+)?) ?(milliseconds?|ms|days?|d|hours?|h|minutes?|mins?|m|seconds?|secs?|s)?`)

// readSpan reads "26", "26s", "7m12s", "1.364s", "2 minutes and 3 seconds".
func readSpan(s string) (float64, bool) {
	if strings.HasPrefix(s, "-") {
		return 0, false
	}
	var sum float64
	all := spanParts.FindAllStringSubmatch(s, -1)
	for _, m := range all {
		n, err := strconv.ParseFloat(m[1], 64)
		if err != nil {
			return 0, false
		}
		switch {
		case strings.HasPrefix(m[2], "mil"), m[2] == "ms":
			n /= 1000
		case strings.HasPrefix(m[2], "d"):
			n *= 24 * 60 * 60
		case strings.HasPrefix(m[2], "h"):
			n *= 60 * 60
		case strings.HasPrefix(m[2], "m"):
			n *= 60
		}
		sum += n
	}
	return sum, len(all) > 0 && !math.IsInf(sum, 0)
}

// The header counts first, then the body, then a sentence.
func (f *Fault) readWait(h http.Header, w errorWords) {
	for _, name := range []string{"Retry-After-Ms", "Retry-After"} {
		v := strings.TrimSpace(h.Get(name))
		if v == "" {
			continue
		}
		if s, ok := loose(v).readNumber(); ok {
			if name == "Retry-After-Ms" {
				s /= 1000
			}
			f.waitFor(s)
			return
		}
		if at, err := http.ParseTime(v); err == nil {
			f.waitFor(max(0, at.Sub(w.now).Seconds()))
			return
		}
	}
	for _, s := range w.waits {
		if f.waitFor(s); f.Waits {
			return
		}
	}
	if s, ok := waitIn(f.Words, w.now); ok {
		f.waitFor(s)
	}
}

// A limit by the month ends with the month, and a longer wait is taken for a mistake.
const longestWait = 32 * 24 * time.Hour

func (f *Fault) waitFor(seconds float64) {
	if seconds > longestWait.Seconds() || seconds < 0 || math.IsNaN(seconds) {
		return
	}
	f.Waits, f.RetryAfter = true, time.Duration(seconds*float64(time.Second))
}

var affords = compilePattern(`can only afford ([0-9]+)`)
