package forge_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"

	"github.com/frasier-cos/frasier/internal/outward"
)

// answers are the shapes of what a forge answers, by request and status: the names of all fields with their kinds.
type answers map[string][]string

// recorder keeps the shapes of what goes through it.
type recorder struct {
	mu  sync.Mutex
	all answers
}

var variable = regexp.MustCompile(`^(?:[0-9a-f]{40}|\d+)$`)

// RoundTrip passes a request on.
func (r *recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := new(http.Transport).RoundTrip(req)
	if err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	if err := resp.Body.Close(); err != nil {
		return nil, err
	}
	resp.Body = io.NopCloser(bytes.NewReader(raw))
	if strings.HasSuffix(req.URL.Path, "/graphql") { // what stands for GitHub has none, and a test of ours answers
		return resp, nil
	}
	parts := strings.Split(strings.Trim(req.URL.Path, "/"), "/")
	for i, p := range parts {
		switch {
		case variable.MatchString(p):
			parts[i] = "ID"
		case i > 0 && parts[i-1] == "repos":
			parts[i] = "OWNER"
		}
	}
	var body any
	shape := []string{}
	if json.Unmarshal(raw, &body) == nil {
		addShape(&shape, "", body)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	key := fmt.Sprintf("%s %s %d", req.Method, strings.Join(parts, "/"), resp.StatusCode)
	for _, s := range shape {
		if !slices.Contains(r.all[key], s) {
			r.all[key] = append(r.all[key], s)
		}
	}
	sort.Strings(r.all[key])
	return resp, nil
}

func addShape(out *[]string, at string, v any) {
	switch v := v.(type) {
	case map[string]any:
		for k, inner := range v {
			addShape(out, at+"."+k, inner)
		}
	case []any:
		for _, inner := range v {
			addShape(out, at+"[]", inner)
		}
	case nil:
	default:
		*out = append(*out, fmt.Sprintf("%s %T", at, v))
	}
}

func answersFile(service outward.Service) string {
	return filepath.Join("testdata", "answers-"+string(service)+".json")
}

// Each field that the stand-in answers with is one that the forge itself had, of the same kind, when it was last asked (make forges).
func TestTheStandInAnswersAsTheForges(t *testing.T) {
	for name, p := range standIns(t) {
		t.Run(name, func(t *testing.T) {
			r := &recorder{all: answers{}}
			p.through = r
			holdCases(t, p)
			holdChanges(t, p)
			raw, err := os.ReadFile(answersFile(p.service))
			if err != nil {
				t.Fatal(err)
			}
			kept := answers{}
			if err := json.Unmarshal(raw, &kept); err != nil {
				t.Fatal(err)
			}
			asked := 0
			for key, fields := range r.all {
				theirs, ok := kept[key]
				if !ok || strings.Contains(key, " 4") { // what it says of a refusal is words
					continue
				}
				asked++
				for _, f := range fields {
					if !slices.Contains(theirs, f) {
						t.Errorf("%s: the stand-in has %s", key, f)
					}
				}
			}
			const least = 4
			if asked < least {
				t.Errorf("%d kinds of requests are alike, want %d: %v", asked, least, r.all)
			}
		})
	}
}

// writeAnswers keeps what a forge answered.
func writeAnswers(t *testing.T, service outward.Service, all answers) {
	t.Helper()
	raw, err := json.MarshalIndent(all, "", " ")
	if err == nil {
		err = os.WriteFile(answersFile(service), append(raw, '\n'), 0o600)
	}
	if err != nil {
		t.Error(err)
	}
}
