package discord

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Whoever is said to read nothing new reads nothing new, whatever roles he has: of
// small servers all members are tried.
func TestNobodyReadsMoreByAQuote(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 33))
	roles, people, kinds := []string{"r1", "r2", "r3"}, []string{"p1", "p2"}, []bits{0, bitView, bitHistory, bitRead}
	pick := func() bits { return kinds[r.IntN(len(kinds))] }
	allowed := 0
	for range 20_000 {
		s := standing{guild: "g", self: "us", roles: map[string]bits{"g": pick()}}
		for _, id := range roles {
			if s.roles[id] = pick(); r.IntN(12) == 0 {
				s.roles[id] = bitAdministrator
			}
		}
		draw := func() (of []overwrite) {
			for _, id := range slices.Concat([]string{"g"}, roles, people) {
				if r.IntN(3) == 0 {
					of = append(of, overwrite{ID: id, Allow: pick(), Deny: pick()})
				}
			}
			return of
		}
		here, there := draw(), draw()
		if !s.everyReaderReads(here, there) {
			continue
		}
		allowed++
		for set := range 1 << len(roles) {
			var has []string
			for i, id := range roles {
				if set&(1<<i) != 0 {
					has = append(has, id)
				}
			}
			for _, who := range append(people, "p3") {
				if s.hasPermission(who, has, here, bitView) && !s.hasPermission(who, has, there, bitRead) {
					t.Fatalf("%s with %v sees %+v and not %+v; roles %v", who, has, here, there, s.roles)
				}
			}
		}
	}
	if allowed < 1000 {
		t.Errorf("only %d pairs of channels may be quoted: that is too strict", allowed)
	}
	if open := (standing{guild: "g", roles: map[string]bits{"g": bitRead}}); !open.everyReaderReads(nil, nil) || !open.everyReaderReads([]overwrite{{ID: "g", Deny: bitView}}, nil) {
		t.Error("what everybody sees may be quoted everywhere")
	}
}
