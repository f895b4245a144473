package outward_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/outward"
)

func TestAnAddressIsShownByItsHost(t *testing.T) {
	for whole, want := range map[string]string{
		"https://crm.example.com":                    "https://crm.example.com",
		"https://crm.example.com/":                   "https://crm.example.com",
		"https://crm.example.com:8443/in/s3cr3t":     "https://crm.example.com:8443/… (",
		"https://crm.example.com/?token=s3cr3t":      "https://crm.example.com/… (",
		"https://crm.example.com/in#s3cr3t":          "https://crm.example.com/… (",
		"https://ana:s3cr3t@crm.example.com":         "https://crm.example.com/… (",
		"https://crm.example.com/%zzs3cr3t":          "an address",
		"https://crm.example.com/in/s3cr3t?k=s3cr3t": "https://crm.example.com/… (",
	} {
		a := outward.HookAddress(whole)
		raw, err := json.Marshal(outward.Webhook{Address: a})
		if err != nil {
			t.Fatal(err)
		}
		for _, shown := range []string{a.String(), fmt.Sprintf("%v %+v %#v %q", a, a, a, a), string(raw)} {
			if !strings.Contains(shown, want) || strings.Contains(shown, "s3cr3t") {
				t.Errorf("%s is shown as %s", whole, shown)
			}
		}
		if a.Reveal() != whole {
			t.Errorf("%s is revealed as %s", whole, a.Reveal())
		}
	}
	if one, two := outward.HookAddress("https://a.example.com/1"), outward.HookAddress("https://a.example.com/2"); one.String() == two.String() {
		t.Errorf("two addresses look the same: %s", one)
	}
}
