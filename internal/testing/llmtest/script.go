package llmtest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"
)

// Script holds canned replies by stage, each list in the order of the calls.
// When a list is used up, the author answers. A list whose last reply stands
// under the key "STAGE/*" repeats that reply for ever.
type Script map[string][]Reply

// reply returns the canned reply of a call.
func (s Script) reply(r Request) (Reply, bool) {
	list, nth := s[r.Stage], r.stageCall
	if nth >= 1 && nth <= len(list) && !list[nth-1].isNone() {
		return list[nth-1], true
	}
	if ever := s[r.Stage+"/*"]; len(ever) > 0 {
		return ever[0], true
	}
	return Reply{}, false
}

func (a Reply) isNone() bool {
	return a.Text == "" && a.Reasoning == "" && a.Finish == "" && a.Fault == "" && len(a.Calls) == 0
}

// ReadScript reads a script: a JSON file (stage to list of replies, each a
// string or an object like Reply), a txtar archive whose files are named
// "STAGE/N", or a text of lines "STAGE/N: reply". N counts the stage's calls
// from 1; "*" is every call that has no reply of its own.
func ReadScript(path string) (Script, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read script: %w", err)
	}
	s, err := parseScript(filepath.Ext(path), raw)
	if err != nil {
		return nil, fmt.Errorf("read script %s: %w", path, err)
	}
	return s, nil
}

func parseScript(ext string, raw []byte) (Script, error) {
	if ext == ".json" {
		return scriptJSON(raw)
	}
	s := Script{}
	if a := txtar.Parse(raw); len(a.Files) > 0 {
		for _, f := range a.Files {
			if err := s.put(f.Name, strings.TrimSuffix(string(f.Data), "\n")); err != nil {
				return nil, err
			}
		}
		return s, nil
	}
	for line := range strings.Lines(string(raw)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		key, text, ok := strings.Cut(line, ":")
		if !ok {
			return nil, fmt.Errorf("line %q is not STAGE/N: reply", line)
		}
		if err := s.put(strings.TrimSpace(key), strings.TrimSpace(text)); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s Script) put(key, text string) error {
	r := Reply{Text: text}
	if f, ok := strings.CutPrefix(text, "fault:"); ok {
		r = Reply{Fault: strings.TrimSpace(f)}
	}
	stage, which, _ := strings.Cut(key, "/")
	if which == "*" {
		s[key] = []Reply{r}
		return nil
	}
	n, err := strconv.Atoi(which)
	if err != nil || n < 1 || n > 10_000 {
		return fmt.Errorf("%q is not STAGE/N", key)
	}
	for len(s[stage]) < n {
		s[stage] = append(s[stage], Reply{})
	}
	s[stage][n-1] = r
	return nil
}

func scriptJSON(raw []byte) (Script, error) {
	var m map[string][]json.RawMessage
	if err := json.Unmarshal(raw, &m); err != nil {
		return nil, fmt.Errorf("read JSON: %w", err)
	}
	s := Script{}
	for stage, list := range m {
		for _, item := range list {
			var r Reply
			if json.Unmarshal(item, &r.Text) != nil {
				if err := json.Unmarshal(item, &r); err != nil {
					return nil, fmt.Errorf("read replies of %s: %w", stage, err)
				}
			}
			s[stage] = append(s[stage], r)
		}
	}
	return s, nil
}
