package trial

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// reports are files in JUnit's form below a folder, by name.
type reports map[string]fs.FileInfo

func listReports(dir string) (reports, error) {
	found := reports{}
	err := filepath.WalkDir(dir, func(at string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return skipAbsent(err) // what runs wrote may not be readable
		case e.IsDir() && (e.Name() == "node_modules" || e.Name() == ".git"):
			return fs.SkipDir
		case len(found) == mostReports:
			return fs.SkipAll
		case !e.Type().IsRegular() || !isReport(e.Name()):
			return nil
		}
		info, err := e.Info()
		if err != nil {
			return skipAbsent(err)
		}
		name, err := filepath.Rel(dir, at)
		if err != nil {
			return err
		}
		found[filepath.ToSlash(name)] = info
		return nil
	})
	return found, err
}

// readNew returns what came since the reports were listed. What stood there before says nothing of the run.
func (r reports) readNew(dir string) (map[string][]byte, error) {
	now, err := listReports(dir)
	if err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	room := int64(mostReportBytes)
	for _, name := range slices.Sorted(maps.Keys(now)) {
		was, is := r[name], now[name]
		if was != nil && was.ModTime().Equal(is.ModTime()) && was.Size() == is.Size() || is.Size() > room {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err := skipAbsent(err); err != nil {
			return nil, err
		}
		room -= int64(len(text))
		out[name] = text
	}
	return out, nil
}

// skipAbsent says of what a run took away or closed that there is nothing to read.
func skipAbsent(err error) error {
	if err == nil || os.IsNotExist(err) || os.IsPermission(err) {
		return nil
	}
	return err
}

func isReport(name string) bool {
	name = strings.ToLower(name)
	return strings.HasSuffix(name, ".xml") && (strings.HasPrefix(name, "test-") || strings.HasPrefix(name, "junit"))
}
