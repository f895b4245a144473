package people

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/prose"
)

func formatHired(name, role, why string) string {
	text := fmt.Sprintf("Hired: %s, %s", name, role)
	if why = strings.TrimSuffix(strings.TrimSpace(why), "."); why != "" {
		text += ". " + why
	}
	return text + "."
}

func formatTrained(name string, rejections int) string {
	return fmt.Sprintf("%s's work was sent back %s, so the reviewers' points are part of the persona now.", name, prose.Count(rejections, "time"))
}
