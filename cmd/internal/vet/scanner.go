package vet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/frasier-cos/frasier/internal/prose"
)

// Scanner is an outside program that looks at skills.
type Scanner struct {
	Name    string // as people know it
	Get     string // how it is installed; empty when that is up to the operator
	Program string // looked for in Path
	Args    []string
	// Env names the variables of ours that it is given, for its own key.
	Env  []string
	read func(out []byte) (said string, err error)

	Path    string        // folders that programs are looked for in, as in PATH
	Limit   time.Duration // zero is Limit
	Environ []string      // our environment
}

// Scanners returns the programs that are looked for, in order. None of them is given our own keys.
func Scanners(environ []string) []Scanner {
	path := ""
	for _, e := range environ {
		if v, ok := strings.CutPrefix(e, "PATH="); ok {
			path = v
		}
	}
	list := []Scanner{
		{Name: "Snyk agent-scan", Get: "pipx install snyk-agent-scan", Program: "snyk-agent-scan", Args: []string{"--json"}, Env: []string{"SNYK_TOKEN"}, read: readSnyk},
		{Name: "Cisco skill-scanner", Get: "pipx install cisco-ai-skill-scanner", Program: "skill-scanner", Args: []string{"scan", "--format", "json"}, Env: []string{"SKILL_SCANNER_LLM_API_KEY", "SKILL_SCANNER_LLM_MODEL"}, read: readCisco},
		{Name: "SkillAudit", Program: "skillaudit", Args: []string{"--json"}, Env: []string{"SKILLAUDIT_API_KEY", "SKILLAUDIT_URL"}, read: readSkillAudit},
	}
	for i := range list {
		list[i].Path, list[i].Environ = path, environ
	}
	return list
}

const maxAnswer = 4 << 20

// runProgram has the scanner's program look at a folder. It passes only when it ends by itself in
// time with code 0, and says in its own form that it looked and found nothing.
func (s Scanner) runProgram(ctx context.Context, program, at string) (said string, err error) {
	limit := s.Limit
	if limit <= 0 {
		limit = Limit
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	home, err := os.MkdirTemp(filepath.Dir(at), "home-")
	if err != nil {
		return "", fmt.Errorf("make a folder for it: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(home)) }()
	var out, complaints bytes.Buffer
	cmd := exec.CommandContext(limited, program, append(append([]string{}, s.Args...), at)...) // one of three names, looked for in the operator's PATH
	cmd.Env, cmd.Dir = s.buildEnv(home), home
	cmd.Stdout, cmd.Stderr = &cappedWriter{w: &out, room: maxAnswer}, &cappedWriter{w: &complaints, room: maxAnswer}
	// Its children end with it.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	err = cmd.Run()
	switch {
	case limited.Err() != nil:
		return "", fmt.Errorf("it did not end within %s", limit)
	case err != nil:
		return "", fmt.Errorf("it ended with %w: %s", err, formatAnswer(append(complaints.Bytes(), out.Bytes()...)))
	}
	return s.read(out.Bytes())
}

// findProgram looks for the program in our PATH and nowhere else.
func (s Scanner) findProgram() (program string, there bool) {
	for _, dir := range filepath.SplitList(s.Path) {
		if !filepath.IsAbs(dir) {
			continue
		}
		name := filepath.Join(dir, s.Program)
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0 {
			return name, true
		}
	}
	return "", false
}

// buildEnv gives the program nothing of ours but the list.
func (s Scanner) buildEnv(home string) []string {
	out := []string{"PATH=" + s.Path, "HOME=" + home, "TMPDIR=" + home, "LANG=C.UTF-8"}
	for _, e := range s.Environ {
		for _, name := range s.Env {
			if strings.HasPrefix(e, name+"=") {
				out = append(out, e)
			}
		}
	}
	return out
}

// cappedWriter keeps the first bytes and swallows the rest.
type cappedWriter struct {
	w    io.Writer
	room int
}

// Write takes all that it is given.
func (c *cappedWriter) Write(p []byte) (int, error) {
	if n := min(len(p), c.room); n > 0 {
		if _, err := c.w.Write(p[:n]); err != nil {
			return 0, err
		}
		c.room -= n
	}
	return len(p), nil
}

// formatAnswer puts what a program said in one short line without control characters.
func formatAnswer(raw []byte) string {
	const longest = 300
	text := strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == 0x9b {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(string(raw), "?"))
	if text = prose.OneLine(text); text == "" {
		return "(it said nothing)"
	}
	return prose.Clip(text, longest, "...")
}

var errUnreadable = errors.New("its answer has a form that nobody here knows, and what cannot be read cannot pass")

// readSnyk reads both forms that agent-scan is known to write: an object with
// scan_path_responses (0.6 and later), or one keyed by path. The skill must be
// among what it looked at, and nothing may be reported of it.
func readSnyk(out []byte) (string, error) {
	var late struct {
		Paths []struct {
			Error   json.RawMessage   `json:"error"`
			Servers []json.RawMessage `json:"server_risks"`
			Skills  []struct {
				Error json.RawMessage            `json:"error"`
				Risks map[string]json.RawMessage `json:"risk_indexes"`
			} `json:"skill_risks"`
		} `json:"scan_path_responses"`
	}
	if err := json.Unmarshal(out, &late); err != nil {
		return "", errUnreadable
	}
	if late.Paths == nil {
		return readEarlySnyk(out)
	}
	seen := 0
	for _, p := range late.Paths {
		if isPresent(p.Error) || len(p.Servers) > 0 {
			return "", fmt.Errorf("it reports: %s", formatAnswer(out))
		}
		for _, s := range p.Skills {
			if isPresent(s.Error) || len(s.Risks) > 0 {
				return "", fmt.Errorf("it reports: %s", formatAnswer(out))
			}
			if s.Risks == nil {
				return "", errUnreadable
			}
			seen++
		}
	}
	if seen == 0 {
		return "", errors.New("it found no skill to look at")
	}
	return fmt.Sprintf("%d skill looked at, no risks", seen), nil
}

func readEarlySnyk(out []byte) (string, error) {
	var early map[string]struct {
		Error   json.RawMessage `json:"error"`
		Servers []struct {
			Error json.RawMessage `json:"error"`
		} `json:"servers"`
		Issues *[]json.RawMessage `json:"issues"`
	}
	if err := json.Unmarshal(out, &early); err != nil || len(early) == 0 {
		return "", errUnreadable
	}
	seen := 0
	for _, p := range early {
		if p.Issues == nil {
			return "", errUnreadable
		}
		if isPresent(p.Error) || len(*p.Issues) > 0 {
			return "", fmt.Errorf("it reports: %s", formatAnswer(out))
		}
		for _, s := range p.Servers {
			if isPresent(s.Error) {
				return "", fmt.Errorf("it reports: %s", formatAnswer(out))
			}
			seen++
		}
	}
	if seen == 0 {
		return "", errors.New("it found no skill to look at")
	}
	return fmt.Sprintf("%d skill looked at, no issues", seen), nil
}

func isPresent(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }

// readCisco reads skill-scanner's JSON: is_safe must be true and findings must
// be there and empty.
func readCisco(out []byte) (string, error) {
	var v struct {
		Safe     *bool              `json:"is_safe"`
		Findings *[]json.RawMessage `json:"findings"`
	}
	if err := json.Unmarshal(out, &v); err != nil || v.Safe == nil || v.Findings == nil {
		return "", errUnreadable
	}
	if !*v.Safe || len(*v.Findings) > 0 {
		return "", fmt.Errorf("it reports %d findings: %s", len(*v.Findings), formatAnswer(out))
	}
	return "safe, no findings", nil
}

// readSkillAudit reads a verdict: {"verdict":"pass","findings":[]}. The service
// publishes no contract, so the program of this name is an adapter that the
// operator chooses.
func readSkillAudit(out []byte) (string, error) {
	var v struct {
		Verdict  string             `json:"verdict"`
		Findings *[]json.RawMessage `json:"findings"`
	}
	if err := json.Unmarshal(out, &v); err != nil || v.Verdict == "" || v.Findings == nil {
		return "", errUnreadable
	}
	if v.Verdict != "pass" || len(*v.Findings) > 0 {
		return "", fmt.Errorf("its verdict is %q: %s", v.Verdict, formatAnswer(out))
	}
	return "verdict pass, no findings", nil
}
