package llm_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm"
)

func TestThoughtsAreStripped(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"whole", "<think>hm</think>\nAnswer.", "Answer."},
		{"two", "<think>a</think>One.<think>b</think>Two.", "One.\n\nTwo."},
		{"nested", "<think>a<think>b</think>c</think>Answer.", "Answer."},
		{"lone closing", "so be it.\n</think>\n\nAnswer.", "Answer."},
		{"upper case", "<THINK>hm</THINK>Answer.", "Answer."},
		{"thinking", "<thinking>hm</thinking>Answer.", "Answer."},
		{"parentheses", "(think)hm(/think)Answer.", "Answer."},
		{"spaces", "< think >hm</ think >\n\nAnswer.", "Answer."},
		{"prefixed", "<mm:think>hm</mm:think>Answer.", "Answer."},
		{"byte order mark", "\ufeff<think>hm</think>Answer.", "Answer."},
		{"fence inside a thought", "<think>```\nx\n```\n</think>Answer.", "Answer."},
		{"open after the answer", "Answer.\n<think>more", ""},
		{"in a code fence", "Use this:\n```\n<think>x</think>\n```\nDone.", "Use this:\n```\n<think>x</think>\n```\nDone."},
		{"in inline code", "The tag `<think>` begins a thought.", "The tag `<think>` begins a thought."},
		{"a word", "I think (rethink) that it is so.", "I think (rethink) that it is so."},
	}
	for _, tt := range tests {
		b, _ := scripted(t, says(tt.in))
		r, err := b.client.Do(t.Context(), question(org.StageSummary, org.T1, nil))
		if tt.want == "" {
			if !llm.Content(err) {
				t.Errorf("%s: %q gave %q, %v; want a content error", tt.name, tt.in, r.Text, err)
			}
			continue
		}
		if err != nil || r.Text != tt.want {
			t.Errorf("%s: %q gave %q, %v; want %q", tt.name, tt.in, r.Text, err, tt.want)
		}
	}
}

func TestJoin(t *testing.T) {
	long := strings.Repeat("A sentence that fills the page. ", 20)
	tests := []struct{ name, head, tail, want string }{
		{"no overlap, mid word", "The pri", "ce is 4.", "The price is 4."},
		{"no overlap, space kept", "The price", " is 4.", "The price is 4."},
		{"overlap", "The price of the plan is", "of the plan is 4.", "The price of the plan is 4."},
		{"overlap after line breaks", "The price of the plan is", "\n\nof the plan is 4.", "The price of the plan is 4."},
		{"too short to be an overlap", "in the end", "end of it", "in the endend of it"},
		{"long overlap", long + "Then", long[len(long)-300:] + "Then more.", long + "Then more."},
		{"heading repeated", "## Prices\n\nThe first is", "## Prices\n\nThe first is 4.", "## Prices\n\nThe first is 4."},
		{"heading repeated, text new", "## Prices\n\nThe first is 4.", "## Prices\nThe second is 5.", "## Prices\n\nThe first is 4.\n\nThe second is 5."},
		{"new heading", "The first is 4.", "## Risks\nNone.", "The first is 4.\n\n## Risks\nNone."},
		{"empty tail", "The first is 4.", "", "The first is 4."},
		{"runes", "Der Preis beträgt für alle", "beträgt für alle 4 €.", "Der Preis beträgt für alle 4 €."},
		{"mark", "The price of it is", "\ufeff 4.", "The price of it is 4."},
	}
	for _, tt := range tests {
		if got := llm.Join(tt.head, tt.tail); got != tt.want {
			t.Errorf("%s: Join(%q, %q) = %q; want %q", tt.name, tt.head, tt.tail, got, tt.want)
		}
	}
}

func TestCutTextIsContinued(t *testing.T) {
	cut := func(s string) turn { return turn{raw: llm.Raw{Text: s, Finish: "length"}} }
	tests := []struct {
		name  string
		turns []turn
		want  string
		cut   bool
		calls int
	}{
		{"one continuation", []turn{cut("The first part of"), says("part of the text.")}, "The first part ofpart of the text.", false, 2},
		{"two continuations", []turn{cut("The first part "), cut("and the second part "), says("and the third.")}, "The first part and the second part and the third.", false, 3},
		{"never ends", []turn{cut("The first part"), cut(", the second"), cut(", the third")}, "The first part, the second, the third", true, 3},
		{"continuation empty", []turn{cut("The first part"), says("")}, "The first part", true, 2},
		{"endpoint gone", []turn{cut("The first part"), fails(llm.Fault{Place: llm.PlaceNetwork})}, "The first part", true, 4},
	}
	for _, tt := range tests {
		b, s := scripted(t, tt.turns...)
		r, err := b.client.Do(t.Context(), question(org.StageSynthesize, org.T2, nil))
		if err != nil || r.Text != tt.want || r.Cut != tt.cut || len(s.seen) != tt.calls {
			t.Errorf("%s: %q, cut %t, %d calls, %v; want %q, cut %t, %d calls", tt.name, r.Text, r.Cut, len(s.seen), err, tt.want, tt.cut, tt.calls)
		}
	}
}
