package deliver_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/worker/deliver"
)

// What is not known stands in ten lines of the document, the weightiest first, and all
// of it, whole, in a file beside it; what would mislead a reader is never among the rest.
func TestTheDocumentShowsTenGapsAndAFileAll(t *testing.T) {
	things := []string{
		"Rent of the second hall", "Wages for a baker at night", "Sugar from the new mill", "Insurance against fire", "Customers in the harbour", "Diesel for the van",
		"Fees of the market", "Licences to sell milk", "Repairs of the oven", "Beans in a bad harvest", "Stamps and parcels", "Loans from the bank",
	}
	var list strings.Builder
	for _, x := range things {
		fmt.Fprintf(&list, "- %s: nobody was asked.\n", x)
	}
	long := "- Whether the landlord of the hall on Dock Road agrees in writing, before the first of February, that the wall between both rooms goes, and who pays for it in the end. He was not asked.\n"
	steps := []work.Upstream{
		done("i1", "Set the price", "The price is 12 euros.\n\n## Not established\n"+list.String()),
		done("i2", "Find a hall", "The hall is on Dock Road.\n\n## Not established\n"+long),
	}
	steps[0].Kind, steps[1].Kind = org.KindStrategy, org.KindResearch
	d := deliver.Compose(project(), steps, nil)
	d.Introduce("The price is 12 euros.\n\n```outline\ng13 | where to open\ng12 | the price in spring\n```\n", "")
	d.Disagree([]string{"One part says 12 euros and another 13 euros."})
	md := d.Markdown()
	shown := md[strings.Index(md, "## What is not known"):]
	for _, want := range []string{
		"\n1. **Two statements here do not agree.** One part says 12 euros",
		"\n2. **[Where to open](#i2).** Whether the landlord of the hall on Dock Road agrees in writing, before the first of February, that the wall between both rooms goes, and ...\n",
		"\n3. **[The price in spring](#i1).** Loans from the bank: nobody was asked.\n",
		"\n10. ", "\n- 4 more, and each of these in full, in the file not-known.md.\n",
	} {
		if !strings.Contains(shown, want) {
			t.Errorf("the document lacks %q:\n%s", want, shown)
		}
	}
	if strings.Contains(shown, "\n11. ") {
		t.Errorf("more than ten lines:\n%s", shown)
	}
	whole := texts(t, d)["not-known.md"]
	for _, want := range append(things, "who pays for it in the end. He was not asked. (in [The hall is on Dock Road](deliverable.md#i2))") {
		if !strings.Contains(whole, want) {
			t.Errorf("the file lacks %q:\n%s", want, whole)
		}
	}
	few := deliver.Compose(project(), []work.Upstream{done("i1", "Price", "It is 12 euros.\n\n## Not established\n- Whether it rains.")}, nil)
	if text, ok := texts(t, few)["not-known.md"]; ok {
		t.Errorf("a file for what the document says whole: %s", text)
	}
}

// What was asked for is a line below the finding, however much the founder wrote.
func TestWhatWasAskedForIsOneLine(t *testing.T) {
	long := "Which machines do we order, from whom and what does it really cost me, all in, until they run? The new ones, the used ones or the rental. Tell me what to sign and until when"
	d := deliver.Compose(project(), []work.Upstream{done("i1", long, "**Order the new ones for 12 euros.** They run in March."), done("i2", "Price", "**The price is 12 euros.** It holds.")}, nil)
	d.Introduce("Order the new ones for 12 euros.\n\n```outline\ni1 | The new ones cost 12 euros\ni2 | 12 euros a kit\n```\n", "")
	md := d.Markdown()
	for _, want := range []string{"*Asked for: Which machines do we order, from whom and what does it really cost me, all in, until they run? The new ones ...*\n", "*Asked for: Price*\n"} {
		if !strings.Contains(md, want) {
			t.Errorf("no line %q:\n%s", want, md)
		}
	}
}
