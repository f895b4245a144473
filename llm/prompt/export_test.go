package prompt

import "strings"

// Bodies are the full texts of all skills by name.
func (s *Set) Bodies() map[string]string {
	out := map[string]string{}
	for _, k := range s.skills {
		out[k.name] = strings.TrimSpace(k.body)
	}
	return out
}
