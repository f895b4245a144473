package proof

import (
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/prose"
)

// remedies say what the founder can do about a finding, by its rule: those that he may let through have buttons for it besides.
var remedies = map[string]string{ //nolint:gochecknoglobals // a constant list
	"C4":  "leave the tests that were there",
	"C5":  "leave the tests as they are",
	"C6":  "leave what checks the code as it is",
	"C7":  "take the secret out of the change and replace it where it was used, since it stood in a file that was sent",
	"C8":  "leave that file out, put it in another form, or split the change",
	"C10": "decide the conflict in the change: take the lines with the marks out",
	"C12": "leave the orders to whoever works on the code as they are",
	"C13": "leave out what reaches other machines",
	"C14": "bring a test that fails without the change",
	"C15": "bring a test that runs the code",
	"C16": "take the characters out",
	"C17": "order it as what it is",
	"C19": "keep the names that others use, name them in the order",
	"C20": "leave the packages as they are, or say yes to the new ones",
}

// Remedy says what can be done about a finding, in a few words; empty for a rule that nobody knows.
func Remedy(rule string) string { return remedies[rule] }

// Advise says what the founder can do about a change that does not stand, with the commands for it, as sentences. Of a change that waits for
// his yes alone the question says it by its buttons.
func (r Ruling) Advise(step, repository string) string {
	var out []string
	add := func(text string) {
		if !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	for _, f := range r.Findings {
		if f.Refused {
			add(prose.Capital(Remedy(f.Rule)) + ".")
		}
	}
	said := strings.Join(r.Reasons, "\n")
	if strings.Contains(said, "did not end by itself") {
		add(fmt.Sprintf("A check gets more time by frasier repo set %s minutes N.", repository))
	}
	if strings.Contains(said, "no way to check") {
		add(fmt.Sprintf("Name a check: frasier repo set %s check \"COMMAND\".", repository))
	}
	if len(r.Reasons) > 0 {
		add(fmt.Sprintf("What the checks said: frasier checks %s --all.", step))
	}
	if len(out) > 0 {
		add("Then order it again with a patch that is mended, or say in words what is wanted and I write it: frasier run ORDER --repo " + repository + ".")
	}
	return strings.Join(out, " ")
}
