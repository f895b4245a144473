package browser

import "github.com/frasier-cos/frasier/internal/org"

// DashboardRefused says that programs get no link.
func DashboardRefused() org.Reply {
	return org.Reply{Text: "A link to the dashboard is for people: type `!dashboard` in a chat, or `frasier dashboard` in a shell. Programs read the API.", Refused: true, Card: org.Card{Private: true}}
}

// Dashboard gives the link that opens the dashboard once; anywhere says whether
// other machines than Frasier's own can open it. Without a link there is none.
func Dashboard(link string, anywhere bool) org.Reply {
	if link == "" {
		return org.Reply{Text: "The dashboard is switched off. To switch it on, set FRASIER_LISTEN on the server to 127.0.0.1:8787.", Card: org.Card{Private: true}}
	}
	text := "Here's your dashboard: " + link + "\nThe link works once, for ten minutes."
	if !anywhere {
		text += " It opens only on the machine I run on. For your phone, set FRASIER_PUBLIC_URL; docs/dashboard.md says how."
	}
	return org.Reply{Text: text, Card: org.Card{Private: true}}
}
