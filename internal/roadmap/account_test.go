package roadmap_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/roadmap"
)

// The name of an account is no role and stays in its item.
func TestAccountsAreNoRoles(t *testing.T) {
	t.Parallel()
	for word, role := range map[string]string{"@demokratia_pt": "", "@acme2027": "", "@finance": "finance", "@data_analyst": "data_analyst", "@go-lead": "go-lead"} {
		doc, err := roadmap.Parse("shop.md", "# Shop\n\n- Open an account "+word+"\n- Write the post\n")
		if err != nil {
			t.Fatal(err)
		}
		title := "Open an account"
		if role == "" {
			title += " " + word
		}
		if got := doc.Items[0]; got.Role != role || got.Title != title {
			t.Errorf("%s: role %q of %q, want %q of %q", word, got.Role, got.Title, role, title)
		}
	}
}
