package wording

import (
	"fmt"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/prose"
)

// DescribeArrival says of a merged change whether it is in the founder's own folder, and why not; empty for one that stays out of it.
func DescribeArrival(a *coding.Arrival, folder string) string {
	if a == nil {
		return ""
	}
	switch a.State {
	case coding.ArrivalDue:
		return fmt.Sprintf("The change comes into %s next.", folder)
	case coding.ArrivalThere:
		return fmt.Sprintf("The change is in %s too, %s, not committed.", folder, prose.Count(a.Files, "file"))
	case coding.ArrivalLeft:
	}
	text := fmt.Sprintf("The change is merged, but I left %s as it is: %s.", folder, Plain(a.Why()))
	if a.Files > 0 {
		text += fmt.Sprintf(" %s of the change %s there already.", prose.Count(a.Files, "file"), Verb(a.Files, "is", "are"))
	}
	return text
}

// DescribeIsolation says where a change goes.
func DescribeIsolation(to coding.Isolation, folder string) string {
	if to == coding.NotIsolated {
		return fmt.Sprintf("comes into %s too once it is merged, if the files there are still as it found them", folder)
	}
	return "stays in a copy of mine; your own folder is left alone"
}

// IsolateNoFolder refuses to let changes into a folder that they cannot be taken out of again.
func IsolateNoFolder(r coding.Repository) string {
	return fmt.Sprintf("%s has no git checkout on its machine that a change could come into, so it stays in a copy of mine. The branch has it when it is merged.", OneLine(r.Name))
}

// CodeNone refuses a step or project that changes no code.
func CodeNone(id string) string { return id + " changes no code" }
