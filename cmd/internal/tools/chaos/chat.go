package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

// talk is an instance that is talked with over Discord, and what its people said.
type talk struct {
	*scene
	place  discordtest.Scene
	said   map[int]string // number to the id of the founder's message
	order  map[string][]int
	others []string // ids of what strangers said
	next   int
	open   map[int]bool // said and, as far as the history was read, not answered
	read   int          // how much of the history was read
	mortal bool         // the bot is being killed: what it died of thrice is put aside instead of answered
	aside  map[int]bool // messages that were
}

// chats talks with the instance over Discord while the bot is killed, calls fail
// on both sides of their effect, and events come late, twice and out of order.
func chats(ctx context.Context, o options) (v verdict, err error) {
	s, err := open(ctx, o, 1)
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	t := &talk{scene: s, said: map[int]string{}, order: map[string][]int{}, open: map[int]bool{}, aside: map[int]bool{}, next: 100_000}
	if err := t.connect(ctx); err != nil {
		return v, err
	}
	if err := s.start("bot"); err != nil {
		return v, err
	}
	for t.chat.Connected() == 0 && ctx.Err() == nil { // what was said before the instance's first day is not for it
		pause(ctx, 10*time.Millisecond)
	}
	if err := t.round(ctx, 5); err != nil {
		return v, err
	}
	killed, err := t.killed(ctx)
	if err != nil {
		return v, err
	}
	if len(t.aside)*org.MaxCrashes > killed {
		v.breaks("R01", "%d messages were put aside after %d kills, of which each takes %d", len(t.aside), killed, org.MaxCrashes)
	}
	v.say("R01", "kills=%d acked=%d lost=%d put_aside=%d", killed, len(t.said), t.lost(&v), len(t.aside))
	if err := t.faults(ctx); err != nil {
		return v, err
	}
	if err := t.away(ctx, &v); err != nil {
		return v, err
	}
	if err := t.twisted(ctx, &v); err != nil {
		return v, err
	}
	if err := t.forbidden(ctx, &v); err != nil {
		return v, err
	}
	t.replies(&v)
	if err := t.strangers(ctx, &v); err != nil {
		return v, err
	}
	return v, s.verify(ctx, &v, "R02")
}

// connect starts a Discord and gives the bot its address.
func (t *talk) connect(ctx context.Context) error {
	var err error
	if t.chat, err = discordtest.New(discordtest.Options{Seed: t.o.seed, Heartbeat: time.Second}); err != nil {
		return err
	}
	stop, err := t.chat.Serve(ctx, "127.0.0.1:0")
	if err != nil {
		return err
	}
	t.ends = append(t.ends, func() error { stop(); return nil })
	t.place = t.chat.Scene()
	t.env = append(t.env, "DISCORD_TOKEN="+t.chat.Token(), "FRASIER_FOUNDERS="+t.place.Founder, "FRASIER_DISCORD_URL="+t.chat.API())
	return nil
}

// say has the founder say something whose answer names its number, and now and
// then a stranger say the same.
func (t *talk) say(channel string) {
	t.next++
	text := fmt.Sprintf("p%d: please look at this again", t.next)
	t.said[t.next] = t.chat.Say(t.place.Founder, channel, text)
	t.order[channel] = append(t.order[channel], t.next)
	t.open[t.next] = true
	if t.rng.IntN(4) == 0 && channel != t.place.DM {
		t.others = append(t.others, t.chat.Say(t.place.Stranger, channel, fmt.Sprintf("p%d: so do I", t.next+500_000)))
	}
}

// numbers finds what an answer names.
func numbers(text string) []int {
	var out []int
	for _, m := range regexp.MustCompile(`project p(\d{6})`).FindAllStringSubmatch(text, -1) {
		if n, err := strconv.Atoi(m[1]); err == nil {
			out = append(out, n)
		}
	}
	return out
}

// putAside finds what a notice says will not be answered.
func putAside(text string) []int {
	var out []int
	for _, m := range regexp.MustCompile(`Your message \W*p(\d{6})[^\n]* crashed me`).FindAllStringSubmatch(text, -1) {
		if n, err := strconv.Atoi(m[1]); err == nil {
			out = append(out, n)
		}
	}
	return out
}

// answers lists the numbers that the bot answered, in order, by channel.
func (t *talk) answers() map[string][]int {
	out := map[string][]int{}
	for _, e := range t.chat.History() {
		if e.Bot && e.Kind == discordtest.KindMessage {
			out[e.Channel] = append(out[e.Channel], numbers(e.Content+string(e.Embeds)+string(e.Components))...)
		}
	}
	return out
}

// reconnects is the longest that a bot may be without a connection: its longest
// pause between two attempts, and patience for the attempt.
const reconnects = 5*time.Minute + patience

// answered waits until everything that the founder said has its answer. The time
// in which the bot pauses between two connections is its own.
func (t *talk) answered(ctx context.Context) error {
	left, end := 0, time.Now().Add(patience)
	back := time.Now().Add(reconnects)
	for ; ; pause(ctx, 50*time.Millisecond) {
		news := t.chat.Since(t.read)
		t.read += len(news)
		for _, e := range news {
			if !e.Bot || e.Kind != discordtest.KindMessage {
				continue
			}
			text := e.Content + string(e.Embeds) + string(e.Components)
			for _, n := range numbers(text) {
				delete(t.open, n)
			}
			if !t.mortal {
				continue
			}
			for _, n := range putAside(text) {
				delete(t.open, n)
				t.aside[n] = true
			}
		}
		if len(t.open) == 0 {
			return nil
		}
		switch {
		case t.chat.Connected() > 0:
			back = time.Now().Add(reconnects)
		case time.Now().Before(back):
			end = time.Now().Add(patience)
		}
		if len(t.open) != left {
			left, end = len(t.open), time.Now().Add(patience)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Now().After(end) {
			tail := t.out.tail()
			t.stacks(ctx)
			return fmt.Errorf("%d of %d messages were not answered, and none for %s: %s", len(t.open), len(t.said), patience, tail)
		}
	}
}

// marked waits until everything that was said has its mark.
func (t *talk) marked(ctx context.Context) error {
	for end := time.Now().Add(patience); ; pause(ctx, 10*time.Millisecond) {
		due, err := t.db.AcksDue(ctx, "discord", 1)
		if err != nil || len(due) == 0 || ctx.Err() != nil {
			return err
		}
		if time.Now().After(end) {
			return fmt.Errorf("message %s was not marked for %s: %s", due[0].Message, patience, t.out.tail())
		}
	}
}

func (t *talk) round(ctx context.Context, n int) error {
	for range n {
		t.say(t.place.Chief)
	}
	return t.answered(ctx)
}

// killed kills the bot at random times, while one call in eight fails.
func (t *talk) killed(ctx context.Context) (kills int, err error) {
	flaky := func() {
		const odds = 0.12
		for _, after := range []bool{false, true} {
			t.chat.Break(discordtest.Fault{Route: "messages", Do: discordtest.Do502, After: after, Chance: odds})
			t.chat.Break(discordtest.Fault{Do: discordtest.DoReset, After: after, Chance: odds / 3})
		}
	}
	flaky()
	t.mortal = true
	defer func() { t.mortal = false }()
	for kills < t.o.figure(200, 2000) && ctx.Err() == nil {
		for range 1 + t.rng.IntN(3) {
			t.say(t.place.Chief)
		}
		pause(ctx, time.Duration(t.rng.IntN(250))*time.Millisecond)
		t.procs["bot"].kill()
		if err := t.start("bot"); err != nil {
			return kills, err
		}
		if kills++; kills%5 == 0 {
			t.chat.Mend() // five failed tries would wait for minutes
			if err := t.answered(ctx); err != nil {
				return kills, fmt.Errorf("after %d kills: %w", kills, err)
			}
			flaky()
		}
	}
	t.chat.Mend()
	if err := t.answered(ctx); err != nil {
		return kills, err
	}
	return kills, t.marked(ctx)
}

// faults lets half of all calls fail, before or after their effect.
func (t *talk) faults(ctx context.Context) error {
	const odds, batch = 0.5, 10
	kinds := []discordtest.Do{
		discordtest.Do500, discordtest.Do502, discordtest.Do503, discordtest.Do504, discordtest.Do429, discordtest.Do429HTML,
		discordtest.DoReset, discordtest.DoHalf,
	}
	goal := t.o.figure(2_000, 50_000)
	for t.broken() < goal && ctx.Err() == nil {
		t.chat.Mend()
		t.chat.Break(discordtest.Fault{Do: kinds[t.rng.IntN(len(kinds))], After: t.rng.IntN(2) == 0, Chance: odds, Delay: time.Millisecond})
		for range batch {
			t.say(t.place.Chief)
		}
		pause(ctx, 500*time.Millisecond)
		t.chat.Mend()
		if err := t.answered(ctx); err != nil {
			return fmt.Errorf("after %d faults: %w", t.broken(), err)
		}
	}
	return nil
}

// broken counts the calls that failed on purpose.
func (t *talk) broken() int {
	n := 0
	for _, r := range t.chat.Requests() {
		if r.Fault != "" {
			n++
		}
	}
	return n
}

// twisted delivers events several times and out of order.
func (t *talk) twisted(ctx context.Context, v *verdict) error {
	const copies, batch = 5, 50
	t.chat.Shape(discordtest.Shape{Copies: copies, Shuffle: true, Unknown: true, Strange: true})
	n, before := t.o.figure(3_400, 66_700), len(t.order[t.place.Chief])
	for range n / batch {
		for range batch {
			t.say(t.place.Chief)
		}
		if err := t.answered(ctx); err != nil {
			return err
		}
	}
	t.chat.Shape(discordtest.Shape{})
	t.order[t.place.Chief] = t.order[t.place.Chief][:before] // what comes shuffled is answered as it comes
	r, err := t.db.Status(ctx, time.Now())
	if err != nil {
		return err
	}
	if r.Messages != len(t.said) {
		v.breaks("R04", "%d messages are stored, %d were said", r.Messages, len(t.said))
	}
	v.say("R04", "messages=%d each 1 to %d times (about %d events), shuffled: stored=%d said=%d", n, copies, n*(1+copies)/2, r.Messages, len(t.said))
	return nil
}

// lost counts what was acknowledged or said and is not stored.
func (t *talk) lost(v *verdict) int {
	acked := map[string]bool{}
	for _, e := range t.chat.History() {
		if e.Bot && e.Kind == discordtest.KindReact {
			acked[e.Message] = true
		}
	}
	n := 0
	for number, id := range t.said {
		if !acked[id] {
			n++
			v.breaks("R01", "message %d was never acknowledged", number)
		}
	}
	return n
}

// replies looks that each message has one answer, in the order of what was said.
func (t *talk) replies(v *verdict) {
	dup, missing, reordered := 0, 0, 0
	everywhere := map[int]bool{}
	for channel, got := range t.answers() {
		seen := map[int]bool{}
		var first []int
		for _, n := range got {
			if seen[n] {
				dup++
				v.breaks("R02", "message %d was answered twice", n)
				continue
			}
			seen[n], everywhere[n] = true, true
			first = append(first, n)
		}
		want := slices.DeleteFunc(slices.Clone(t.order[channel]), func(n int) bool { return !seen[n] })
		in := slices.DeleteFunc(first, func(n int) bool { return !slices.Contains(want, n) })
		for i := range min(len(want), len(in)) {
			if want[i] != in[i] {
				reordered++
			}
		}
	}
	if reordered > 0 {
		v.breaks("R02", "%d answers are out of order", reordered)
	}
	for n := range t.said {
		if !everywhere[n] && !t.aside[n] {
			missing++
			v.breaks("R02", "message %d was never answered", n)
		}
	}
	nonces := map[string]bool{}
	for _, e := range t.chat.History() {
		if e.Bot && e.Kind == discordtest.KindMessage && e.Nonce != "" {
			if nonces[e.Nonce] {
				dup++
				v.breaks("R02", "a message was posted twice: %.60q", e.Content)
			}
			nonces[e.Nonce] = true
		}
	}
	v.say("R02", "messages=%d faults=%d dup=%d missing=%d reordered=%d", len(t.said), t.broken(), dup, missing, reordered)
}

// strangers looks that nothing came of what strangers said.
func (t *talk) strangers(ctx context.Context, v *verdict) error {
	if err := t.crowd(ctx); err != nil {
		return err
	}
	effects, others := 0, map[string]bool{}
	for _, id := range t.others {
		others[id] = true
	}
	for _, e := range t.chat.History() {
		if e.Bot && (others[e.Message] && e.Kind == discordtest.KindReact || others[e.Reply]) {
			effects++
		}
		for _, n := range numbers(e.Content) {
			if e.Bot && n > 500_000 {
				effects++
			}
		}
	}
	if effects > 0 {
		v.breaks("R23", "%d effects of what strangers said", effects)
	}
	all, err := t.db.Projects(ctx)
	if err != nil {
		return err
	}
	if len(all) > 0 {
		v.breaks("R23", "%d projects were started", len(all))
	}
	v.say("R23", "said_by_strangers=%d effects=%d", len(t.others), effects)
	return nil
}

// crowd has strangers, another bot and a webhook say what a founder would, in
// the channels that are listened to.
func (t *talk) crowd(ctx context.Context) error {
	const batch = 500
	hook := t.chat.AddWebhook("founder")
	lines := []string{"p%d: please look at this again", "!project p%d: now", "<@" + t.chat.Bot() + "> p%d: at once", "!cancel p1 p%d"}
	for goal := t.o.figure(10_000, 1_000_000); len(t.others) < goal && ctx.Err() == nil; {
		for i := range batch {
			t.next++
			who := []string{t.place.Stranger, t.place.Other, hook}[i%3]
			where := []string{t.place.Chief, t.place.General}[i%2]
			t.others = append(t.others, t.chat.Say(who, where, fmt.Sprintf(lines[i%len(lines)], t.next+500_000)))
		}
		if err := t.round(ctx, 1); err != nil {
			return err
		}
	}
	return nil
}

// forbidden takes away the right to write where the founder asked: the answers
// come to the founder's direct channel.
func (t *talk) forbidden(ctx context.Context, v *verdict) error {
	n := t.o.figure(10, 100)
	if err := t.chat.Restrict(t.place.General, discordtest.AccessRead); err != nil {
		return err
	}
	var asked []int
	for range n {
		t.say(t.place.General)
		asked = append(asked, t.next)
	}
	err := t.answered(ctx)
	there := t.answers()[t.place.DM]
	silent := 0
	for _, number := range asked {
		if !slices.Contains(there, number) {
			silent++
		}
	}
	if err != nil || silent > 0 {
		v.breaks("R25", "%d of %d answers did not reach the founder where the channel was closed: %v", silent, n, err)
	}
	v.say("R25", "answers=%d to a closed channel, in the direct channel instead: %d", n, n-silent)
	for _, number := range asked { // they stand in another channel than they were asked in
		t.order[t.place.General] = slices.DeleteFunc(t.order[t.place.General], func(o int) bool { return o == number })
	}
	return t.chat.Restrict(t.place.General, discordtest.AccessAll)
}
