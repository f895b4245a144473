package wording

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/outward"
)

// PullLine says in a line how a pull request stands at its forge: its number, whether it is a draft, its checks and reviews.
func PullLine(p outward.PullRequest) string {
	state := map[outward.PullState]string{outward.PullMerged: "merged", outward.PullClosed: "closed without being merged", outward.PullGone: "gone there"}[p.State]
	if p.MergedBy != "" {
		state += " by " + Plain(p.MergedBy)
	}
	parts := []string{state}
	if state == "" {
		parts[0] = "open"
		if p.Draft {
			parts[0] = "draft"
		}
		if c := p.Checks.String(); c != "" {
			parts = append(parts, "checks: "+Plain(c))
		}
		switch p.Review {
		case outward.ReviewApproved:
			parts = append(parts, "approved")
		case outward.ReviewChanges:
			parts = append(parts, "somebody asks for changes")
		}
		if p.Mergeable == outward.ConflictsBase {
			parts = append(parts, "conflicts with "+Plain(p.Base))
		}
	}
	return fmt.Sprintf("%s (%s): %s", Plain(p.Name()), strings.Join(parts, "; "), p.Link)
}

// PullWaits says what a pull request waits for; missing is what keeps it from being ready or merged. Empty for one that has ended.
func PullWaits(p outward.PullRequest, missing []string) string {
	switch {
	case p.State != outward.PullOpen:
		return ""
	case len(missing) > 0:
		return "It waits for what is missing: " + Plain(strings.Join(missing, "; ")) + "."
	case len(p.Checks.Running) > 0:
		return "It waits for its checks there."
	case p.Draft:
		return "It waits for your word that it is ready for review."
	}
	return "It waits for somebody to merge it."
}
