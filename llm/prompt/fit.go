package prompt

import (
	"strings"

	"github.com/frasier-cos/frasier/internal/prose"
)

// Unfit says why a line must not become part of a persona or a lesson, which
// stand in prompts for good: an address, an order to the system, a marker of
// data. It returns nothing for a line that may.
func Unfit(line string) string {
	folded := " " + prose.Fold(line) + " "
	switch low := strings.ToLower(line); {
	case strings.TrimSpace(line) == "":
		return "is empty"
	case strings.Contains(low, "http:") || strings.Contains(low, "https:") || strings.Contains(low, "www.") || strings.Contains(low, "@"):
		return "holds an address"
	case strings.Contains(line, "<<<") || strings.Contains(line, Datamark):
		return "holds a marker of outside text"
	}
	for _, w := range []string{
		"ignore all", "ignore previous", "ignore the", "ignore your", "disregard", "system prompt", "your instructions", "these instructions",
		"approve everything", "always approve", "always pass", "do not cite", "never cite", "without sources", "api key", "password", "execute", "curl",
	} {
		if strings.Contains(folded, " "+w+" ") {
			return "gives an order that no lesson may give"
		}
	}
	return ""
}
