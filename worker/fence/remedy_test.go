package fence

import (
	"strings"
	"testing"
)

// What forbids the walls is named by what the system says of itself.
func TestRemedy(t *testing.T) {
	t.Parallel()
	for setting, want := range map[string]string{
		"user/max_user_namespaces=0":                     "sysctl user.max_user_namespaces=10000",
		"kernel/unprivileged_userns_clone=0":             "sysctl kernel.unprivileged_userns_clone=1",
		"kernel/apparmor_restrict_unprivileged_userns=1": "AppArmor profile",
		"user/max_user_namespaces=63000":                 "something around this process",
	} {
		name, value, _ := strings.Cut(setting, "=")
		got := findRemedy(func(asked string) string {
			if asked == name {
				return value
			}
			return ""
		})
		if !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", setting, got, want)
		}
	}
}
