package workspace

import (
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
)

// The very name counts where it is there, else the only one that is shown alike. A file that is
// new lies in a folder that may be there under another spelling. What is not there at all keeps
// the name that was written.
func findName(g git, tree, written string) (string, error) {
	if isPlainASCII(written) || !isInside(coding.UnquotePath(written)) {
		return written, nil
	}
	all, err := listEntries(g, tree)
	if err != nil {
		return "", err
	}
	found := map[string]bool{} // the names of files and folders that are one with what was written, or with the way to it
	ways := append(splitFolders(coding.UnquotePath(written)), coding.UnquotePath(written))
	for _, e := range all {
		if e.Path == written {
			return written, nil
		}
		for _, at := range append(splitFolders(e.Path), e.Path) {
			depth := strings.Count(at, "/")
			if depth < len(ways) && !found[at] && coding.SamePath(at, ways[depth]) {
				found[at] = true
			}
		}
	}
	for depth := len(ways) - 1; depth >= 0; depth-- {
		var same []string
		for at := range found {
			if strings.Count(at, "/") == depth {
				same = append(same, at)
			}
		}
		if len(same) == 1 {
			return same[0] + strings.TrimPrefix(ways[len(ways)-1], ways[depth]), nil
		}
	}
	return written, nil
}

func isPlainASCII(name string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r > '~' || r == '\\' || r == '"' })
}
