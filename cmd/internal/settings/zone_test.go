package settings_test

import (
	"testing"

	"github.com/frasier-cos/frasier/cmd/internal/settings"
)

// The founder's day is that of the machine until he names a zone: TZ says which, and
// what no one knows is passed over.
func TestMachineZone(t *testing.T) {
	machine := zoneOf(t, "")
	for tz, want := range map[string]string{
		"Pacific/Kiritimati":                  "Pacific/Kiritimati",
		":Europe/Berlin":                      "Europe/Berlin",
		"/usr/share/zoneinfo/America/Caracas": "America/Caracas",
		"Etc/UTC":                             "UTC",
		"Mars/Olympus":                        machine,
		"Local":                               machine,
	} {
		if got := zoneOf(t, tz); got != want {
			t.Errorf("TZ=%s: %s, want %s", tz, got, want)
		}
	}
}

func zoneOf(t *testing.T, tz string) string {
	t.Helper()
	s, err := settings.Load([]string{"TZ=" + tz, "FRASIER_HOME=" + t.TempDir()}, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return s.MachineZone
}
