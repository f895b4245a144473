package botside

import (
	"testing"

	"github.com/frasier-cos/frasier/cmd/internal/settings"
	"github.com/frasier-cos/frasier/internal/org"
)

// Whose session may give orders is what the settings say now, not what they said when it began.
func TestWhoMayOrderOnTheDashboard(t *testing.T) {
	t.Parallel()
	may := makeOrderCheck(settings.Settings{Founders: []string{"803511102246678912"}})
	for session, want := range map[org.Session]bool{
		{Who: "803511102246678912", Via: "discord"}: true,
		{Who: "803511102246678913", Via: "discord"}: false, // taken out of the founders
		{Who: "founder", Via: "frasier dashboard"}:  true,  // whoever has a shell of this machine
		{Who: "803511102246678912", Via: "api"}:     false, // would outlive its token
	} {
		if got := may(session); got != want {
			t.Errorf("%+v may order: %v, want %v", session, got, want)
		}
	}
}
