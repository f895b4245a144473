package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

// away says things in many places while no bot is there.
func (t *talk) away(ctx context.Context, v *verdict) error {
	t.procs["bot"].kill()
	thread, err := t.chat.Thread(t.place.Founder, t.said[t.next], "a thread")
	if err != nil {
		return err
	}
	places := []string{t.place.Chief, t.place.General, t.place.DM, thread}
	const channels, threads = 5, 3
	for i := 2; i < channels; i++ {
		places = append(places, t.chat.AddText(t.place.Guild, fmt.Sprint("room-", i)))
	}
	for i := 1; i < threads; i++ {
		more, err := t.chat.Thread(t.place.Founder, t.said[t.next-i], fmt.Sprint("another thread ", i))
		if err != nil {
			return err
		}
		places = append(places, more)
	}
	foreign := len(t.others)
	n := t.o.figure(1_500, 1_500)
	for i := range n {
		t.say(places[i%len(places)])
	}
	if err := t.start("bot"); err != nil {
		return err
	}
	if err := t.answered(ctx); err != nil {
		v.breaks("R03", "%v", err)
	}
	lost, err := t.cutOff(ctx)
	if err != nil {
		v.breaks("R03", "%v", err)
	}
	v.say("R03", "said_while_away=%d in %d places, beside %d by strangers; sessions lost in %d ways, %d times", n, len(places), len(t.others)-foreign, len(losses(t.chat)), lost)
	return nil
}

// losses are the ways in which a gateway loses a session: twice op 9, to resume
// and to begin anew, and at last one whose heartbeats are not answered while
// messages go on.
func losses(c *discordtest.Server) []func() {
	return []func(){
		c.Cut, c.Reconnect, func() { c.Invalidate(true) }, func() { c.Invalidate(false) },
		func() { c.RefuseResume(true); c.Cut() }, func() { c.Zombie(true) },
	}
}

// cutOff has the gateway lose the session in each way, in random order, while
// the founder talks on. It counts how often that was. Between two rounds it leaves
// a connection alone for longer than a minute, after which the bot's pauses
// between attempts, which grow with each loss, begin at a second again.
func (t *talk) cutOff(ctx context.Context) (n int, err error) {
	ways := losses(t.chat)
	for round := range t.o.figure(2, 20) {
		if round > 0 {
			pause(ctx, 65*time.Second)
		}
		for _, i := range t.rng.Perm(len(ways)) {
			gone := t.ops("gone")
			t.say(t.place.Chief)
			ways[i]()
			t.say(t.place.Chief)
			if i == len(ways)-1 {
				if err := t.untilGone(ctx, gone); err != nil {
					return n, err
				}
				t.chat.Zombie(false)
				t.chat.Cut() // what may have begun among zombies heard nothing
			}
			pause(ctx, 100*time.Millisecond)
			t.say(t.place.Chief)
			n++
			if err := t.answered(ctx); err != nil {
				return n, fmt.Errorf("after loss %d: %w", i, err)
			}
			t.chat.RefuseResume(false)
		}
	}
	return n, nil
}

// ops counts what happened at the gateway.
func (t *talk) ops(names ...string) int {
	n := 0
	for _, o := range t.chat.Ops() {
		if slices.Contains(names, o.Name) {
			n++
		}
	}
	return n
}

// untilGone waits until one more socket is given up.
func (t *talk) untilGone(ctx context.Context, than int) error {
	for end := time.Now().Add(patience); t.ops("gone") <= than; pause(ctx, 5*time.Millisecond) {
		if time.Now().After(end) || ctx.Err() != nil {
			return fmt.Errorf("a socket without heartbeats was not given up within %s", patience)
		}
	}
	return nil
}
