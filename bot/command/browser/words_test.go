package browser_test

import (
	"testing"

	"github.com/frasier-cos/frasier/bot/command/browser"
	"github.com/frasier-cos/frasier/internal/testing/nountest"
)

func TestWords(t *testing.T) {
	all := examples()
	nountest.Golden(t, all...)
	nountest.Marked(t, all...)
}

func examples() []nountest.Example {
	return []nountest.Example{
		{Name: "Dashboard: this machine", Message: browser.Dashboard("http://frasier.localhost:8787/enter#ABCD", false).Text},
		{Name: "Dashboard: a public address", Message: browser.Dashboard("https://frasier.example.com/enter#ABCD", true).Text},
		{Name: "DashboardRefused: asked by a program", Message: browser.DashboardRefused().Text},
		{Name: "Dashboard: switched off", Message: browser.Dashboard("", false).Text},
	}
}
