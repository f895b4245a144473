package coding_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
)

func TestOrdersSayWhereTheyStart(t *testing.T) {
	for _, c := range []struct{ text, roadmap, want string }{
		{"In shop, charge four.", "", ""},
		{"Charge four.\nbase: p12", "", "p12"},
		{"Charge four.", "# Fees\n\nbase: frasier/p1-fees\n\n- [ ] a !code\n", "frasier/p1-fees"},
		{"Base: main\nOn top of p3 it was wrong.", "", "main"},
		{"Charge four on top of p12.", "", "p12"},
		{"Continue from the branch of P2, please", "", "P2"},
		{"Start from frasier/p1-fees: charge four", "", "frasier/p1-fees"},
		{"Start from main again", "", "main"},
		{"Fix what pages us on p1 incidents", "", ""},
		{"The base: a price of 3", "", ""},
		{"base: 3000", "", ""},
	} {
		if got := coding.NameBase(c.text, c.roadmap); got != c.want {
			t.Errorf("%q, %q: starts at %q, want %q", c.text, c.roadmap, got, c.want)
		}
	}
}

func TestOrdersThatGoOnFromABranch(t *testing.T) {
	all := []coding.Branch{
		{Project: "p5", Title: "Delivery prices", Repository: "shop", Name: "frasier/p5-delivery-prices", Ended: true},
		{Project: "p4", Title: "Read commas", Repository: "shop", Name: "frasier/p4-read-commas", Ended: true, Landed: true},
		{Project: "p3", Title: "Opening hours", Repository: "site", Name: "frasier/p3-opening-hours", Ended: true},
		{Project: "p2", Title: "Gift cards", Repository: "shop", Name: "frasier/p2-gift-cards"},
	}
	for _, c := range []struct {
		text   string
		thread org.ProjectID
		want   org.ProjectID
	}{
		{"In shop, charge tax.", "", ""},
		{"In shop, charge tax.", "p5", "p5"},
		{"Continue with the delivery: charge it per bag.", "", "p5"},
		{"Delivery is free from 50 euros.", "", ""}, // another order about the same
		{"Follow up on p5: per bag.", "", "p5"},
		{"Mach bei P5 weiter: je Beutel.", "", "p5"}, // the project and its branch are named in any language
		{"frasier/p5-delivery-prices の続き", "", "p5"},
		{"Mach mit der Delivery weiter.", "", ""}, // that it goes on is read in English alone
		{"Continue with the commas.", "", ""},     // it is merged
		{"Continue with the opening hours.", "", ""},
		{"Continue with the gift cards.", "", ""}, // somebody works on it
		{"On the same branch, name the price too.", "", "p5"},
	} {
		var got org.ProjectID
		if b := coding.FindContinued(c.text, "shop", c.thread, all); b != nil {
			got = b.Project
		}
		if got != c.want {
			t.Errorf("%q in the thread of %q goes on from %q, want %q", c.text, c.thread, got, c.want)
		}
	}
}
