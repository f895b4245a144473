package outward

import (
	"cmp"
	"slices"
)

// HistoryMost bounds the commits of a branch that are looked at; Gitea gives no more at once.
const HistoryMost = 50

// CommitSeen is a commit as its forge has it.
type CommitSeen struct {
	ID   string
	Tree string
}

// MergedElsewhere finds the commit by which a branch came into its base without its pull request being merged: the branch's own last commit,
// or one whose files are the same, all of them. It is looked for only among what the base got since the branch left it: an older commit of
// those files is what a branch may have gone back to. Both lists begin with the newest; empty where there is none, or where it is not sure.
func MergedElsewhere(branch, base []CommitSeen) string {
	if len(branch) == 0 {
		return ""
	}
	found := ""
	for _, c := range base {
		switch at := slices.IndexFunc(branch, func(b CommitSeen) bool { return b.ID == c.ID }); {
		case at == 0:
			return cmp.Or(found, c.ID)
		case at >= 0: // here the branch left its base
			if branch[at].Tree == branch[0].Tree { // it changed nothing
				return ""
			}
			return found
		case found == "" && c.Tree == branch[0].Tree:
			found = c.ID
		}
	}
	return ""
}
