package outward_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/outward"
)

// What a mail says is kept nowhere, so neither is what a draft quotes of it: the question names how many lines there are.
func TestNoQuotationIsKept(t *testing.T) {
	t.Parallel()
	const draft = "Tuesday suits me.\r\n\r\nOn Monday Anna wrote:\r\n> The offer is 4,200 euros.\r\n>\r\n > > Who pays?\r\nBest,\r\nAda\r\n"
	const want = "A mail to anna@example.org, and to nobody else, from ada@example.com:\n" +
		"Tuesday suits me.\n\nOn Monday Anna wrote:\n[3 lines of a quotation, which I don't keep: it is sent as it stands in your mailbox]\nBest,\nAda"
	if got := outward.DescribeSending(outward.SendOrder{To: "anna@example.org"}, "ada@example.com", draft); got != want {
		t.Errorf("shown and kept: %q", got)
	}
	if got := outward.DropQuoted(draft); strings.Contains(got, "4,200") || strings.Contains(got, "Who pays") || !strings.HasSuffix(got, "Best,\r\nAda") {
		t.Errorf("of what a model wrote: %q", got)
	}
}
