package discord

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
)

// AnswerIn is when a command that still runs is announced.
const AnswerIn = answerIn

// Place is the gate's.
type Place = place

// Seen is an event with its fields for all to see.
type Seen struct {
	Kind, Author, Guild string
	Bot, Webhook        bool
	Type                int
}

// Admits is the gate.
func (r Rules) Admits(self string, e Seen) bool {
	return r.isAdmitted(self, event{kind: kind(e.Kind), author: e.Author, bot: e.Bot, webhook: e.Webhook, typ: e.Type, guild: e.Guild})
}

// Addressed says whether a message is for us.
func (r Rules) Addressed(p Place, us, others, ours bool) bool {
	return r.isAddressed(p, address{us: us, others: others, ours: ours})
}

// Split cuts a text; it returns what is shown and the texts without fences.
func Split(text string, limit int) (shown, plain []string) {
	for _, p := range splitText(text, limit) {
		shown, plain = append(shown, p.render()), append(plain, p.text)
	}
	return shown, plain
}

// Threefold is threefold.
func Threefold(text string) string { return normalizeFences(text) }

// Linked breaks links that are not known.
func Linked(text string, known []string) string { return guardLinks(text, known) }

// Units is the length of a text as Discord counts it.
func Units(s string) int { return prose.CountUnits(s) }

// Base completes an address.
func Base(address string) string { return completeAddress(address) }

// Compose makes the texts of a delivery's messages.
func Compose(text string, c org.Card, files []org.File, known []string) (texts []string, attached int) {
	for _, p := range composeParcels(text, c, files, known, time.UTC) {
		texts = append(texts, p.text)
		attached += len(p.files)
	}
	return texts, attached
}

// FileOf is the file that a text too long for messages becomes.
func FileOf(text string) string {
	for _, p := range composeParcels(text, org.Card{}, nil, nil, time.UTC) {
		for _, f := range p.files {
			return string(f.Data)
		}
	}
	return ""
}

// Feed lets events in without a gateway; wait returns when all were dealt with.
func (d *Session) Feed(ctx context.Context, hear func(context.Context, org.Message) error) (take func(typ string, data []byte), wait func()) {
	e := newIntake(d, hear)
	go e.run(ctx)
	return func(typ string, data []byte) {
			if r := (rawEvent{typ, data}); typ == "INTERACTION_CREATE" {
				e.receive(ctx, r)
			} else {
				e.events <- r
			}
		}, func() {
			for {
				e.mu.Lock()
				idle := len(e.events) == 0 && len(e.queues) == 0
				e.mu.Unlock()
				if idle {
					return
				}
				<-time.After(time.Millisecond)
			}
		}
}

// Jumps makes links of receipts.
func Jumps(guild string, receipts []string) (string, []string) {
	return formatJumpLinks("https://discord.com", guild, receipts)
}

// Tagged chooses the tags of a post; forum has names by id.
func Tagged(forum map[string]string, applied []string, state string) ([]string, bool) {
	var all []label
	for _, id := range slices.Sorted(maps.Keys(forum)) {
		all = append(all, label{id, forum[id]})
	}
	return chooseTags(all, applied, state)
}

// Bodies are the requests that say a text, as they are sent.
func Bodies(text string, c org.Card, founder string) [][]byte {
	var out [][]byte
	for _, p := range composeParcels(text, c, nil, nil, time.UTC) {
		raw, err := json.Marshal(p.buildBody(founder, 0))
		if err != nil {
			panic(err)
		}
		out = append(out, raw)
	}
	return out
}

// Route is a request as errors name it.
func Route(method, path string) string { return hideToken(buildRoute(method, path)) }

// Censored is a message's body without secrets, looked at as Publish does and
// as the request does.
func Censored(text string, own ...string) ([]byte, error) {
	c := censor{own}
	v := c.censorDelivery(reports.Delivery{Body: text})
	raw, err := json.Marshal(parcel{text: v.Body}.buildBody("", 0))
	if err != nil {
		return nil, err
	}
	return c.censorBody(raw)
}

// FileType is the media type that a file is sent as.
func FileType(name string, data []byte) string { return fileType(name, data) }

// Pauses are the waits after attempts to connect that ended so.
func Pauses(attempts ...Attempt) []time.Duration {
	var p pauses
	var out []time.Duration
	for _, a := range attempts {
		out = append(out, p.computeNext(a.Ready, a.Identified, a.Lasted))
	}
	return out
}

// Attempt is how an attempt to connect ended.
type Attempt struct {
	Ready, Identified bool
	Lasted            time.Duration
}

// Nonce is what Discord knows the first part of a delivery by.
func Nonce(v reports.Delivery) string { return buildNonce(lastingKey(v), 0) }
