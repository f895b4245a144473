package discord

import (
	"context"
	"errors"
	"mime"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/outbox"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
)

// A delivery on which the server breaks is sent in a plainer form after equalMost equal answers over plainerAfter:
// what is shorter is an outage, after which its own place gets it whole.
const (
	equalMost    = 3
	plainerAfter = 2 * time.Minute
)

// refusal remembers in which forms a server has refused a delivery.
type refusal struct {
	answer string
	times  int
	since  time.Time
}

// refusedAgain counts a refusal by the server and reports whether it was the
// last of enough equal ones. What is refused for what it says is refused again; what
// is refused without a reason tries plainer forms sooner, since it stays where it is.
func (d *Session) refusedAgain(v reports.Delivery, err error) bool {
	var api *apiError
	if isRefused(err) {
		return true
	}
	if !errors.As(err, &api) || api.Status < http.StatusInternalServerError && !isUnclear(err) {
		return false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	r := d.refusals[v.ID]
	if r.answer != api.Error() {
		r = refusal{answer: api.Error(), since: d.Now()}
	}
	r.times++
	d.refusals[v.ID] = r
	return r.times >= equalMost && (isUnclear(err) || d.Now().Sub(r.since) >= d.PlainerAfter)
}

// forgetDelivery drops what is remembered of a delivery that is done with.
func (d *Session) forgetDelivery(id org.DeliveryID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.refusals, id)
}

// sendPlainer sends a delivery that the server refused again and again in plainer
// forms: without a mention, without pictures, without a reference to another
// message, without buttons; then to a founder directly. When the server answers
// nothing else either, it is down, and the delivery waits. So does one that was
// refused without a reason, until that lasts.
func (d *Session) sendPlainer(ctx context.Context, channel string, v reports.Delivery, parcels []parcel, why error) (string, error) {
	var there struct{ ID string }
	if err := d.rest.call(ctx, request{http.MethodGet, "/channels/" + channel, nil, nil}, &there); err != nil {
		return "", why
	}
	d.Log.WarnContext(ctx, "a delivery is refused again and again and is sent in a plainer form", "delivery", v.ID, "err", why)
	full := parcels
	parcels = slices.Clone(parcels)
	for _, simplify := range d.listSimplifications(&v, &parcels, why) {
		if !simplify() {
			continue
		}
		receipt, err := d.send(ctx, channel, v, parcels)
		var api *apiError
		if err == nil || !errors.As(err, &api) || api.Status < http.StatusInternalServerError && !isRefused(err) && !isUnclear(err) {
			return receipt, err
		}
	}
	if tooLarge(why) {
		full = parcels // it is so everywhere
	}
	if isUnclear(why) && !hasLasted(v) {
		return "", why
	}
	line := messages.DiscordElsewhere(channel, getReason(why))
	if channel != v.Channel.ID {
		receipt, err := d.send(ctx, v.Channel.ID, v, addIntroduction(parcels, line))
		var api *apiError
		if err == nil {
			d.detours.open(channel, v.Channel.ID, line, d.Now())
		}
		if err == nil || !errors.As(err, &api) {
			return receipt, err
		}
	}
	receipt, err := d.sendDirectly(ctx, v, channel, addIntroduction(full, line), why)
	if to, _ := parseReceipt(receipt); err == nil {
		d.detours.open(channel, to, line, d.Now())
	}
	return receipt, err
}

// listSimplifications take a delivery's parts away, one kind after the other. Each reports
// whether there was something to take. A document is kept while it may still be taken;
// of what is too large only files are left away, and it says which.
func (d *Session) listSimplifications(v *reports.Delivery, parcels *[]parcel, why error) []func() bool {
	var out []func() bool
	if tooLarge(why) {
		out = append(
			out,
			func() bool { return leaveFiles(parcels, isPicture, messages.DiscordTooLarge) },
			func() bool { return leaveFiles(parcels, anyFile, messages.DiscordTooLarge) },
		)
	}
	out = append(
		out,
		func() bool {
			list := *parcels
			plain := strings.TrimPrefix(list[0].text, "<@"+d.findAddressee(*v)+"> ")
			changed := v.Card.Ping || plain != list[0].text
			list[0].text, v.Card.Ping = plain, false
			return changed
		},
		func() bool { return len(takeFiles(*parcels, isPicture)) > 0 },
		func() bool {
			changed := v.Answers != ""
			v.Answers = ""
			return changed
		},
		func() bool {
			changed := slices.ContainsFunc(*parcels, func(p parcel) bool { return len(p.components) > 0 })
			*parcels = stripComponents(*parcels)
			return changed
		},
	)
	if isUnclear(why) && hasLasted(*v) {
		out = append(out, func() bool { return leaveFiles(parcels, anyFile, messages.DiscordWithoutFiles) })
	}
	return out
}

// leaveFiles takes the files of a kind away and says so, if there are any: below the last
// words, or as a message of its own where these leave no room.
func leaveFiles(parcels *[]parcel, kind func(org.File) bool, says func(files []string) string) bool {
	names := takeFiles(*parcels, kind)
	if len(names) == 0 {
		return false
	}
	n := len(*parcels) - 1
	last := (*parcels)[n]
	if whole := strings.TrimSpace(last.text + "\n\n" + says(names)); prose.CountUnits(whole) <= hardLimit {
		(*parcels)[n].text = whole
		return true
	}
	(*parcels)[n].components = nil // they stand below the last words
	*parcels = append(*parcels, parcel{text: says(names), components: last.components})
	return true
}

// takeFiles takes the files of a kind away and returns their names.
func takeFiles(parcels []parcel, kind func(org.File) bool) (names []string) {
	for i, p := range parcels {
		for _, f := range p.files {
			if kind(f) {
				names = append(names, path.Base(f.Name))
			}
		}
		parcels[i].files = slices.DeleteFunc(slices.Clone(p.files), kind)
	}
	return names
}

func anyFile(org.File) bool { return true }

func isPicture(f org.File) bool {
	return strings.HasPrefix(mime.TypeByExtension(strings.ToLower(path.Ext(f.Name))), "image/")
}

// sendDirectly sends a delivery that its channel does not take to a founder, the one
// who asked first; without its buttons where these are refused. When nobody can be
// reached the next answer in the channel tells of it, and what must arrive is tried
// again.
func (d *Session) sendDirectly(ctx context.Context, v reports.Delivery, channel string, parcels []parcel, why error) (string, error) {
	first := d.findAddressee(v)
	others := slices.DeleteFunc(slices.Clone(d.Rules.Founders), func(f string) bool { return f == first })
	var waits error
	for _, form := range [][]parcel{parcels, stripComponents(parcels)} {
		again := false
		for _, f := range append([]string{first}, others...) {
			id, err := d.directChannel(ctx, f)
			if err == nil && id != channel {
				var receipt string
				if receipt, err = d.send(ctx, id, v, form); err == nil {
					return receipt, nil
				}
			}
			var api *apiError
			if err != nil && !errors.As(err, &api) {
				return "", err // nobody knows what became of it
			}
			if _, pause := pauseOf(err); pause {
				return "", err
			}
			if isUnclear(err) {
				waits = err
			}
			again = again || isRefused(err) || isLocked(err) || isUnclear(err)
		}
		if !again {
			break
		}
	}
	if waits != nil && MustArrive(v.Kind) {
		return "", &outbox.UnreachedError{Err: waits} // others need not wait behind it
	}
	if waits != nil {
		return "", waits
	}
	return "", d.noteUnsent(v, why)
}

func stripComponents(parcels []parcel) []parcel {
	out := slices.Clone(parcels)
	for i := range out {
		out[i].components = nil
	}
	return out
}

// noteUnsent remembers a delivery that reached nobody for the next answer, and
// returns what that means for its next try.
func (d *Session) noteUnsent(v reports.Delivery, why error) error {
	line, _, _ := strings.Cut(strings.TrimSpace(v.Body), "\n")
	d.mu.Lock()
	d.tell[v.Channel.ID] = messages.DiscordUnsent(prose.First(line, 80), buildResendCommand(v))
	d.mu.Unlock()
	nowhere := &nowhereError{getReason(why)}
	if MustArrive(v.Kind) {
		return &outbox.UnreachedError{Err: nowhere}
	}
	return &outbox.PermanentError{Err: nowhere}
}

// nowhereError says that a delivery found no place to arrive at.
type nowhereError struct{ why string }

// Error says so.
func (e *nowhereError) Error() string {
	return "the channel cannot be used (" + e.why + "), and no founder takes direct messages"
}

// The next answer in a channel begins with it, empty for nothing.
func (d *Session) toTell(v reports.Delivery) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if v.Kind != reports.DeliverReply {
		return ""
	}
	return d.tell[v.Channel.ID]
}

// noteUnsentShown notes that it was told.
func (d *Session) noteUnsentShown(v reports.Delivery, what string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.tell[v.Channel.ID] == what {
		delete(d.tell, v.Channel.ID)
	}
}
