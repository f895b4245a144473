package prompt

import (
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
)

// formatSketch writes the part of a repository that concerns an order, as planning reads it.
func formatSketch(s *coding.Sketch) string {
	if s == nil {
		return ""
	}
	var b sheet
	files := fmt.Sprintf("%d files", s.Files)
	if len(s.Kinds) > 0 {
		files += ": " + strings.Join(s.Kinds, ", ")
	}
	b.add("", files)
	b.add("It is checked by:", formatBullets(s.Checks))
	if s.Files > len(s.Near) {
		b.add("Folders, with how many files lie in each:", formatBullets(s.Folders))
	}
	var near []string
	for _, f := range s.Near {
		line := f.Path
		if len(f.Names) > 0 {
			line += ": " + strings.Join(f.Names, ", ")
		}
		near = append(near, line)
	}
	if left := s.Files - len(s.Near); left > 0 {
		b.add("The files whose names are nearest to the order, with what they declare:", formatBullets(near))
		b.add("", fmt.Sprintf("and %d more files.", left))
	} else {
		b.add("Its files, with what they declare:", formatBullets(near))
	}
	b.add("Its README begins:", s.Readme)
	b.add("How those who keep it want it worked on (style and method):", s.House)
	return b.b.String()
}
