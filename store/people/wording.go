package people

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/prose"
)

// hiredText says who joined Frasier and what for.
func hiredText(name, role, why string) string {
	text := fmt.Sprintf("Hired: %s, %s", name, role)
	if why = strings.TrimSuffix(strings.TrimSpace(why), "."); why != "" {
		text += ". " + why
	}
	return text + "."
}

// trainedText says that an agent was taught.
func trainedText(name string, rejections int) string {
	return fmt.Sprintf("%s's work was sent back %s, so the reviewers' points are part of the persona now.", name, prose.Count(rejections, "time"))
}
