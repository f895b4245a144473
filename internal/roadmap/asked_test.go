package roadmap_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/roadmap"
)

// A question before or behind a list makes it material; one within it does not.
func TestAsked(t *testing.T) {
	t.Parallel()
	list := "till 2.1\n\n  * fix rounding\n    of prices\n  * add a drawer\n- new font\n- no more beep\n- faster start\n"
	for name, c := range map[string]struct {
		text string
		want bool
	}{
		"a question behind it":         {list + "\nwhich of these can wait?", true},
		"with thanks":                  {list + "\nwhich of these can wait? we open at six\n\nthanks!", true},
		"in its last paragraph":        {list + "-- Kim, 4 May\nwhich can wait?", true},
		"in another script":            {list + "\nどれが待てますか？", true},
		"before it":                    {"Which of these can wait?\n" + list, true},
		"no question":                  {list + "\nplease begin on Monday", false},
		"within the list":              {"# Till\n\n- [ ] Which drawer?\n- [ ] Which font?\n", false},
		"in a heading":                 {"# Which till?\n\n" + list, false},
		"below an item":                {"- one\n  Is it cheap?\n- two\n", false},
		"a question far above the end": {list + "\nIs it cheap?\n\nWe think so.\n\nBudget is 400.", false},
		"lines of other systems":       {strings.ReplaceAll(list+"\nwhich can wait?", "\n", "\r\n"), true},
		"nothing":                      {"", false},
	} {
		if got := roadmap.Asked(c.text); (got != "") != c.want {
			t.Errorf("%s: %q, want something: %v", name, got, c.want)
		}
	}
}
