package prompt_test

import (
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// Today, and when something was said, are the founder's: at one moment it is
// another day for him than in UTC, or for a founder elsewhere.
func TestTodayIsTheFounders(t *testing.T) {
	set, err := prompt.Load("")
	if err != nil {
		t.Fatal(err)
	}
	said := time.Date(2026, 11, 27, 11, 30, 0, 0, time.UTC)
	for _, c := range []struct{ zone, today, said string }{
		{"UTC", "Today is Friday 2026-11-27.", "Fri 27 Nov 2026 11:30 UTC, Founder: and tomorrow?"},
		{"Pacific/Tongatapu", "Today is Saturday 2026-11-28 where the founder is (Pacific/Tongatapu).", "Sat 28 Nov 2026 00:30 UTC+13, Founder: and tomorrow?"},
		{"Pacific/Pago_Pago", "Today is Friday 2026-11-27 where the founder is (Pacific/Pago_Pago).", "Fri 27 Nov 2026 00:30 SST, Founder: and tomorrow?"},
	} {
		zone, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		set.Zone = func() *time.Location { return zone }
		blocks, err := set.Blocks(prompt.Data{
			Stage: org.StageChief, Tier: org.T2, Volatile: prompt.Volatile{Day: said, Said: said},
			Contract: prompt.ChiefContract{History: []org.PastTurn{{Message: org.Message{Text: "and tomorrow?", SaidAt: said}, Reply: "It waits until <t:1795779000:f>."}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		all := ""
		for _, b := range blocks {
			all += b.Text + "\n"
		}
		came, _, _ := strings.Cut(c.said, ", Founder")
		for _, want := range []string{c.today, c.said, "The founder's message came at " + came + "."} {
			if !strings.Contains(all, want) {
				t.Errorf("%s: the prompt lacks %q", c.zone, want)
			}
		}
		if strings.Contains(all, "<t:") {
			t.Errorf("%s: a model is shown a mark of the chat's", c.zone)
		}
	}
}
