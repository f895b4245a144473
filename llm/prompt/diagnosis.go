package prompt

import "github.com/frasier-cos/frasier/internal/work"

// DiagnosisLines returns the diagnosis as the next attempt reads it; nil for none.
func DiagnosisLines(d *work.Diagnosis) []string {
	if d == nil {
		return nil
	}
	var out []string
	for _, l := range []string{d.Recap, d.Why, d.Instruction} {
		if l != "" {
			out = append(out, l)
		}
	}
	for _, q := range d.Queries {
		out = append(out, "Search for: "+q)
	}
	return out
}
