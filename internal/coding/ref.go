package coding

import "strings"

// IsBranchName reports whether git takes a text for the name of a branch, as git check-ref-format has it: a forge may say anything, and a name
// stands in what git is told to fetch.
func IsBranchName(name string) bool {
	const most = 250
	if name == "" || name == "@" || len(name) > most || name[0] == '-' || strings.HasSuffix(name, ".") || strings.Contains(name, "..") || strings.Contains(name, "@{") {
		return false
	}
	if strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r == 0x7f || strings.ContainsRune(`~^:?*[\`, r) }) {
		return false
	}
	for part := range strings.SplitSeq(name, "/") {
		if part == "" || part[0] == '.' || strings.HasSuffix(part, ".lock") {
			return false
		}
	}
	return true
}

// IsCommitName reports whether a text is the whole name of a commit, by either of git's sums.
func IsCommitName(id string) bool {
	const sha1, sha256 = 40, 64
	return (len(id) == sha1 || len(id) == sha256) && strings.Trim(id, "0123456789abcdef") == ""
}
