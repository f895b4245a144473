package settings

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"unicode/utf8"
)

// fileLimit bounds the settings file: a thousand times what a full one has.
const fileLimit = 1 << 20

// readSettings reads a file of settings: lines NAME=value, empty lines, and
// comments that begin with "#". A value may stand in quotes; nothing in it is
// replaced, since a password or a goal may hold a "$". Its errors are *Error
// and show nothing of the file: a line may hold a key.
func readSettings(path string) (map[string]string, error) {
	no := func(fix string) (map[string]string, error) { return nil, &Error{Name: path, Fix: fix} }
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return no("it cannot be read; it must be a file with lines NAME=value, or not be there")
	}
	f, err := os.Open(path) // the file in the working folder
	if err != nil {
		return no("it cannot be read by this user; run: chmod 600 " + path)
	}
	raw, err := io.ReadAll(io.LimitReader(f, fileLimit+1))
	if shut := f.Close(); err != nil || shut != nil {
		return no("it cannot be read; it must be a file with lines NAME=value, or not be there")
	}
	switch {
	case len(raw) > fileLimit:
		return no("it is larger than 1 MB; it must be a file with lines NAME=value")
	case !utf8.Valid(raw) || bytes.ContainsRune(raw, 0):
		return no("it is no UTF-8 text; save it as UTF-8, with lines NAME=value")
	}
	out := map[string]string{}
	for i, line := range splitLines(raw) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, value, ok := parseAssignment(line)
		if !ok {
			return nil, &Error{Name: fmt.Sprintf("%s, line %d", path, i+1), Fix: "it cannot be read; each line must be NAME=value"}
		}
		if _, twice := out[name]; twice {
			return nil, &Error{Name: fmt.Sprintf("%s, line %d", path, i+1), Fix: clipValue(name) + " stands there a second time; keep one of the two lines"}
		}
		out[name] = value
	}
	return out, nil
}

// splitLines splits a file, whatever the editor that ended its lines.
func splitLines(raw []byte) []string {
	text := strings.TrimPrefix(string(raw), "\ufeff")
	return strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), "\n")
}

// parseAssignment reads one line. A value in quotes ends with the same quote; one without ends
// where a comment begins.
func parseAssignment(line string) (name, value string, ok bool) {
	name, value, ok = strings.Cut(strings.TrimPrefix(line, "export "), "=")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if !ok || !regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.]*$`).MatchString(name) {
		return "", "", false
	}
	if value != "" && strings.Contains(`"'`, value[:1]) {
		inside, rest, closed := strings.Cut(value[1:], value[:1])
		rest = strings.TrimSpace(rest)
		return name, inside, closed && (rest == "" || strings.HasPrefix(rest, "#"))
	}
	if at := regexp.MustCompile(`(^|\s)#`).FindStringIndex(value); at != nil {
		value = strings.TrimSpace(value[:at[0]])
	}
	return name, value, true
}
