// Package discordtest is a Discord for tests: REST, gateway and CDN on
// loopback, speaking the real protocol, with people who write, press and leave,
// with every fault that the real one has, and with an append-only history of
// what was really applied.
//
// A test starts one and drives it:
//
//	d := discordtest.Start(t, discordtest.Options{})
//	o := d.Scene()                                // a server, its channels, its people
//	id := d.Say(o.Founder, o.Chief, "Hello")      // a person writes
//	e, err := d.Wait(ctx, 0, func(e discordtest.Effect) bool { return e.Bot && e.Kind == discordtest.KindMessage })
//
// The bot is given d.API(), d.Gateway() and d.Token(). Every request of the
// bot and every answer is checked against Discord's own description of its API
// when that is at hand; what it breaks, and what nobody knows, is in
// Violations, and Start fails the test on one.
//
// Another process reads and drives the same server over HTTP under /control/
// of the server's root address: POST /control/VERB with a JSON object, and
// GET /control/history, /control/requests, /control/violations (see Control).
package discordtest
