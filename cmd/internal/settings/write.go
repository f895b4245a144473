package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Write puts settings into the file .env in dir, which only its owner may
// read. Lines of other settings, comments and their order stay as they are.
func Write(dir string, values map[string]string) error {
	path := filepath.Join(dir, ".env")
	raw, err := os.ReadFile(path) // the file in the working folder
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read %s: %w", path, err)
	}
	lines := splitLines(raw)
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		line := name + "=" + values[name]
		i := slices.IndexFunc(lines, func(l string) bool {
			have, _, ok := parseAssignment(strings.TrimSpace(l))
			return ok && have == name
		})
		if i >= 0 {
			lines[i] = line
		} else {
			lines = append(lines, line)
		}
	}
	return replaceFile(path, strings.Join(lines, "\n")+"\n")
}

// replaceFile writes a file whole or not at all.
func replaceFile(path, text string) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".env-*") // 0600
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("write %s: %w", path, err), os.Remove(f.Name()))
	}
	return nil
}
