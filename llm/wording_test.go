package llm

import (
	"bufio"
	"bytes"
	"encoding/json"
	"hash/fnv"
	"math"
	"net/http"
	"os"
	"testing"
	"time"
)

// worded is one error as a provider words it, with what has to follow from it.
type worded struct {
	Provider string  `json:"provider"`
	Want     string  `json:"want"`
	Seen     string  `json:"seen"`
	Body     string  `json:"body"`
	Status   int     `json:"status"`
	Wait     float64 `json:"wait"`
}

func readWorded(t *testing.T, file string) []worded {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out []worded
	lines := bufio.NewScanner(bytes.NewReader(raw))
	for lines.Scan() {
		var w worded
		if err := json.Unmarshal(lines.Bytes(), &w); err != nil {
			t.Fatalf("%s: %v: %s", file, err, lines.Text())
		}
		out = append(out, w)
	}
	return out
}

// follows names what happens after a verdict, in the words of the file.
func follows(v verdict) string {
	switch {
	case v.act == actLess && v.class == ClassMoney:
		return "affords"
	case v.act == actLess, v.act == actLearn && v.trait == TraitMaxTokens:
		return "less"
	case v.act == actLearn:
		return map[Trait]string{
			TraitCompletionTokens: "max_tokens", TraitTemperature: "temperature", TraitTopP: "top_p", TraitFormat: "response_format",
			TraitNoStreamOptions: "stream_options", TraitNoStream: "stream", TraitReasoning: "reasoning", TraitPlain: "reasoning", TraitNoSystem: "system", TraitNoTools: "tools",
		}[v.trait]
	case v.kind == "blind":
		return "image"
	case v.class == ClassTransport && (v.kind == "rate" || v.kind == "in_flight"):
		return "rate"
	case v.class == ClassTransport:
		return "outage"
	}
	return string(v.class)
}

func (w worded) read() (verdict, *Fault) {
	r := response{
		status: w.Status, header: http.Header{}, body: []byte(w.Body),
		now: time.Date(2026, 11, 27, 16, 0, 0, 0, time.UTC),
	}
	_, f := r.readAnswer()
	return classifyTry(Raw{}, f, question{maxTokens: 1000}), f
}

// heldOut reports whether a wording was laid aside while the table was made.
func (w worded) heldOut() bool {
	h := fnv.New32a()
	if _, err := h.Write([]byte(w.Body)); err != nil {
		panic(err)
	}
	return h.Sum32()%3 == 0
}

// TestWordings: what 16 providers say in their own words leads to what is right
// for it, and where they name a time, to that time.
func TestWordings(t *testing.T) {
	providers, right, held, all := map[string]int{}, 0, 0, 0
	for _, w := range readWorded(t, "testdata/wordings.jsonl") {
		providers[w.Provider]++
		v, f := w.read()
		got := follows(v)
		if w.heldOut() {
			held++
			if got == w.Want {
				right++
			}
		}
		all++
		if got != w.Want {
			t.Errorf("%s %d (held out: %t): got %s (row %d), want %s: %s", w.Provider, w.Status, w.heldOut(), got, v.row, w.Want, w.Body)
		}
		if w.Wait > 0 && (!f.Waits || math.Abs(f.RetryAfter.Seconds()-w.Wait) > 0.01) {
			t.Errorf("%s: waits %t %s; want %v s: %s", w.Provider, f.Waits, f.RetryAfter, w.Wait, w.Body)
		}
	}
	if all < 120 || len(providers) < 16 {
		t.Errorf("%d wordings by %d providers; want 120 by 16", all, len(providers))
	}
	t.Logf("%d wordings by %d providers; of the %d that were laid aside %d are right", all, len(providers), held, right)
}
