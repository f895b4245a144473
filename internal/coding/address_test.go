package coding_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
)

func TestAddresses(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]struct{ no, name, host string }{
		"https://host.example/acme/Shop.git":     {"", "shop", "host.example"},
		"https://host.example:8443/acme/shop/":   {"", "shop", "host.example"},
		"ssh://git@host.example:2222/acme/s.git": {"", "s", "host.example"},
		"git@host.example:acme/shop.git":         {"", "shop", "host.example"},
		"git@host.example:shop.git":              {"", "shop", "host.example"},
		"http://127.0.0.1:8080/shop.git":         {"", "shop", "127.0.0.1"},
		"http://localhost/shop":                  {"", "shop", "localhost"},
		"http://host.example/shop.git":           {"over http anybody on the way", "shop", "host.example"},
		"https://me@host.example/shop.git":       {"holds a login", "shop", "host.example"},
		"https://me:secret@host.example/shop":    {"holds a login", "shop", "host.example"},
		"ssh://me:secret@host.example/shop":      {"holds a login", "shop", "host.example"},
		"https://host.example/shop?token=1":      {"? or #", "", ""},
		"https://host.example/":                  {"no address of a repository", "", ""},
		"https:///shop.git":                      {"no address of a repository", "", ""},
		"ssh://-oProxyCommand=id/shop":           {"no address of a repository", "", ""},
		"file:///srv/shop.git":                   {"no address of a repository", "", ""},
		"file://host.example/shop.git":           {"not from file://", "", ""},
		"ext::sh -c id://x":                      {"a blank", "", ""},
		"git://host.example/shop.git":            {"not from git://", "", ""},
		"https://host.example/a b.git":           {"a blank", "", ""},
		"https://host.example/a\nb.git":          {"a blank or a control", "", ""},
	} {
		if !coding.IsAddress(source) {
			t.Errorf("%s is taken for a folder", source)
		}
		no := coding.AddressWhyNot(source)
		if want.no == "" && no != "" || !strings.Contains(no, want.no) {
			t.Errorf("%s: %q, want %q", source, no, want.no)
		}
		if want.name != "" && (coding.AddressName(source) != want.name || coding.AddressHost(source) != want.host) {
			t.Errorf("%s is %s at %s, want %s at %s", source, coding.AddressName(source), coding.AddressHost(source), want.name, want.host)
		}
	}
	for folder, want := range map[string]string{
		"/srv/Größe 100%": "grosse-100", "/srv/F# & Ä": "f-a", "/srv/проект": "code", "/srv/.dot": "dot", "/srv/a_b": "a-b", "/srv/what now?.git": "what-now", "/srv/x-y.z": "x-y.z", "/srv/" + strings.Repeat("a", 60): strings.Repeat("a", 40),
	} {
		if got := coding.AddressName(folder); got != want {
			t.Errorf("%s is called %s, want %s", folder, got, want)
		}
	}
	for address, want := range map[string]string{
		"https://host.example/acme/shop.git": "host.example/acme/shop", "git@host.example:acme/shop.git": "host.example/acme/shop",
		"ssh://git@host.example:2222/acme/shop": "host.example:2222/acme/shop", "https://host.example:8443/a/b/": "host.example:8443/a/b",
	} {
		if got := coding.AddressShown(address); got != want {
			t.Errorf("%s is shown as %s, want %s", address, got, want)
		}
	}
	for _, folder := range []string{"shop", "./shop", "/srv/shop.git", "~/src/shop", "C:/shop", "a:b", "-o@x:y", "me@:shop", "git@-host:shop"} {
		if coding.IsAddress(folder) {
			t.Errorf("%s is taken for an address", folder)
		}
	}
}
