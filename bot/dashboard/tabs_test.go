package dashboard_test

import (
	"fmt"
	"testing"

	"github.com/frasier-cos/frasier/bot/command"
	"github.com/frasier-cos/frasier/bot/dashboard"
)

// The tabs stand in the order that founders know; those of nouns that say no place of theirs come behind.
func TestTabsStandInTheirOrder(t *testing.T) {
	tabs, err := dashboard.Tabs(new(command.Handler).Nouns())
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"Docs /docs false", "Today / true", "Projects /projects true", "Inbox /inbox true", "Company /company false", "Costs /costs true", "Memory /memory false", "Journal /journal true", "Settings /settings false"}
	for n, tab := range tabs {
		if got := fmt.Sprint(tab.Name, " ", tab.Path, " ", tab.Phone); n < len(want) && got != want[n] {
			t.Errorf("tab %d is %s, want %s", n, got, want[n])
		}
	}
	if len(tabs) <= len(want) || tabs[len(tabs)-1].Place != 0 {
		t.Errorf("no tab stands behind the usual ones: %+v", tabs)
	}
}
