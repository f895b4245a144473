package discord

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/frasier-cos/frasier/bot"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/bot/outbox"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Flags of messages; discord.com/developers, Message Flags.
const (
	flagNoEmbeds = 1 << 2
	flagPrivate  = 1 << 6
	flagSilent   = 1 << 12
)

// Discord's codes of what cannot be done; discord.com/developers, JSON Error
// Codes.
const (
	codeNoChannel = 10003
	codeNoMessage = 10008
	codeOldEdits  = 30046  // too many edits of a message older than an hour
	codeArchived  = 50083  // the thread is archived
	codeLocked    = 160005 // the thread is locked
	codeThreaded  = 160004 // the message has a thread already
	codeModerated = 200000 // the guild's automatic moderation blocks the text
	codeBadTitle  = 200001 // or the name
)

// post is the body of a message.
type post struct {
	Content    string     `json:"content"`
	Reference  *reference `json:"message_reference,omitempty"`
	Nonce      string     `json:"nonce,omitempty"`
	Enforce    bool       `json:"enforce_nonce,omitempty"`
	Mentions   mentions   `json:"allowed_mentions"`
	Flags      int        `json:"flags,omitempty"`
	Components []any      `json:"components"`
	// Files lists those that stay after an edit. A new message has those that come with it; to list
	// them too is allowed, and not every server takes it.
	Files []fileEntry `json:"attachments,omitzero"`
}

// reference is the message that a message replies to. One that was deleted is
// replied to all the same.
type reference struct {
	Message string `json:"message_id"`
	Must    bool   `json:"fail_if_not_exists"`
}

// mentions is whom a message may notify: never everyone, never a role.
type mentions struct {
	Parse []string `json:"parse"`
	Users []string `json:"users,omitempty"`
}

// fileEntry names one file of a request.
type fileEntry struct {
	ID   int    `json:"id,string"`
	Name string `json:"filename"`
}

// buildBody returns a parcel as a new message. founder is who may be notified, empty for
// nobody.
func (p parcel) buildBody(founder string, flags int) post {
	out := post{Content: p.text, Mentions: mentions{Parse: []string{}}, Flags: flagNoEmbeds | flags, Components: p.components}
	if out.Components == nil {
		out.Components = []any{}
	}
	if founder != "" {
		out.Mentions.Users = []string{founder}
	}
	return out
}

// buildEdit returns a parcel in the place of what a message says and holds.
func (p parcel) buildEdit(flags int) post {
	out := p.buildBody("", flags)
	out.Files = make([]fileEntry, 0, len(p.files))
	for i, f := range p.files {
		out.Files = append(out.Files, fileEntry{ID: i, Name: f.Name})
	}
	return out
}

// buildNonce returns what Discord knows a part of a delivery by: 25 characters.
func buildNonce(key string, n int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", key, n))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:])[:25])
}

// Publish says one delivery: a project's in the project's thread, a single
// task's as a reply where it was asked for, others in their channel. When that
// is gone or forbidden, or moderation blocks the words, the founder who asked is told in a direct message; when that cannot be done either, what must
// arrive waits, and all else is given up. Its receipt is the channel and the ids of what was sent:
// "channel/id,id". A delivery that comes again under its key is not said
// again, as far as Discord's memory and the channel's history tell.
func (d *Session) Publish(ctx context.Context, v reports.Delivery) (string, error) {
	d.stopTyping(v.Channel.ID)
	clean := d.rest.censor.censorDelivery(v)
	if clean.Body != v.Body {
		d.Log.WarnContext(ctx, "a secret was taken out of what is said", "delivery", v.ID, "kind", v.Kind)
	}
	v = clean
	v.Body = d.replaceIDs(v.Body)
	note := d.toTell(v)
	if note != "" {
		v.Body = note + "\n\n" + v.Body
	}
	v.Key = lastingKey(v)
	receipt, err := d.say(ctx, v)
	if err == nil {
		d.noteUnsentShown(v, note)
		d.forgetDelivery(v.ID)
	}
	if err == nil && v.Card.Tag != "" {
		if channel, ids := parseReceipt(receipt); len(ids) > 0 {
			d.showTags(ctx, channel, v.Card.Tag)
		}
	}
	return receipt, explainOutcome(err, v.Kind)
}

// Ids of the database come again after it was put back to an older state, so to Discord an answer
// goes by the message that it answers, and all else also by when it was queued.
func lastingKey(v reports.Delivery) string {
	if v.Kind == reports.DeliverReply && strings.HasPrefix(v.Key, "reply:") && isID(v.Answers) {
		return "answer:" + v.Channel.ID + "/" + v.Answers
	}
	return fmt.Sprintf("%s@%d", v.Key, v.CreatedAt.UnixMicro())
}

func (d *Session) say(ctx context.Context, v reports.Delivery) (string, error) {
	text := strings.TrimSpace(v.Body)
	if v.Title != "" && !strings.Contains(text, v.Title) && v.Card.As == "" {
		text = "**" + v.Title + "**\n" + text
	}
	asked := listAddresses(text)
	known, err := d.Records.KnownLinks(ctx, v.Project, v.Channel, asked)
	if err != nil {
		return "", err
	}
	known = append(known, d.Rules.filterOwnAddresses(asked)...)
	if said, links := d.linkReferences(ctx, v); said != "" {
		text += "\n" + said
		known = append(known, links...)
	}
	parcels := composeParcels(text, v.Card, v.Files, known, d.Zone.Here())
	if len(parcels) == 0 {
		return "", &outbox.PermanentError{Err: errors.New("there is nothing in it to send")}
	}
	if v.Card.Ping {
		parcels[0].text = "<@" + d.findAddressee(v) + "> " + parcels[0].text
	}
	if done, receipt, err := d.replace(ctx, v, parcels); done || err != nil && (isUnclear(err) && !hasLasted(v) || !d.refusedAgain(v, err)) {
		return receipt, err
	}
	if v.Card.Edit {
		return v.Channel.ID + "/", nil // its message is gone, or old and edited too often: a new one would say nothing new
	}
	channel, err := d.findTarget(ctx, v, "")
	if isUnwelcome(err) || isRefused(err) {
		return d.sendElsewhere(ctx, v, v.Channel.ID, parcels, err)
	}
	if err != nil {
		return "", err
	}
	if receipt, ended, err := d.sendByDetour(ctx, channel, v, parcels); ended {
		return receipt, err
	}
	receipt, err := d.send(ctx, channel, v, parcels)
	if isUnusable(err) && channel == v.Thread {
		gone, why := v.Thread, err
		v.Thread = ""
		if channel, err = d.findTarget(ctx, v, gone); err != nil {
			return "", err
		}
		parcels = addIntroduction(parcels, lostThread(gone, why))
		receipt, err = d.send(ctx, channel, v, parcels)
	}
	if d.refusedAgain(v, err) {
		return d.sendPlainer(ctx, channel, v, parcels, err)
	}
	if !isUnwelcome(err) {
		return receipt, err
	}
	return d.sendElsewhere(ctx, v, channel, parcels, err)
}

// lostThread says why a project goes on elsewhere than in its thread.
func lostThread(thread string, why error) string {
	var api *apiError
	switch {
	case isLocked(why):
		return messages.DiscordLocked(thread)
	case errors.As(why, &api) && api.Status == http.StatusForbidden:
		return messages.DiscordShut(thread)
	}
	return messages.DiscordThreadGone()
}

// findAddressee returns the founder whom a delivery is for: who asked for it, else the
// first one.
func (d *Session) findAddressee(v reports.Delivery) string {
	if slices.Contains(d.Rules.Founders, v.Asker) {
		return v.Asker
	}
	if r := v.Facts.Reminder; r != nil && slices.Contains(d.Rules.Founders, r.Author) {
		return r.Author
	}
	return d.Rules.Founders[0]
}

// sendElsewhere says a delivery that its channel does not take: in the channel of
// the project's thread, which is under the same moderation, else to the founder
// directly.
func (d *Session) sendElsewhere(ctx context.Context, v reports.Delivery, channel string, parcels []parcel, why error) (string, error) {
	d.Log.WarnContext(ctx, "a channel does not take what is to be said", "channel", channel, "delivery", v.ID, "err", why)
	parcels = addIntroduction(parcels, messages.DiscordElsewhere(channel, getReason(why)))
	if channel != v.Channel.ID && !isModerated(why) {
		receipt, err := d.send(ctx, v.Channel.ID, v, parcels)
		if !isUnusable(err) && !isRefused(err) {
			return receipt, err
		}
	}
	receipt, err := d.sendDirectly(ctx, v, channel, parcels, why)
	var nowhere *nowhereError
	if errors.As(err, &nowhere) && isModerated(why) {
		d.reportBlocked(ctx, v, channel)
	}
	return receipt, err
}

// addIntroduction returns parcels that begin with a line more. What that leaves no room
// for becomes a message of its own.
func addIntroduction(parcels []parcel, line string) []parcel {
	out := slices.Clone(parcels)
	if whole := line + "\n" + out[0].text; prose.CountUnits(whole) <= hardLimit {
		out[0].text = whole
		return out
	}
	return append([]parcel{{text: line}}, out...)
}

// reportBlocked says in a channel whose moderation blocked a delivery that there was
// one, in words of ours alone.
func (d *Session) reportBlocked(ctx context.Context, v reports.Delivery, channel string) {
	text := messages.DiscordBlocked(buildResendCommand(v))
	v.Key, v.Card, v.Single = v.Key+"/blocked", org.Card{Silent: true}, false
	if _, err := d.send(ctx, channel, v, []parcel{{text: text}}); err != nil {
		d.Log.WarnContext(ctx, "nobody could be told of a blocked message", "channel", channel, "delivery", v.ID, "err", err)
	}
}

// buildResendCommand returns the command that sends a delivery once more, empty when it is sent
// until it arrives.
func buildResendCommand(v reports.Delivery) string {
	if MustArrive(v.Kind) {
		return ""
	}
	return "reannounce " + string(v.ID)
}

func getReason(err error) string {
	var api *apiError
	if errors.As(err, &api) {
		return strings.TrimRight(api.Message, ".")
	}
	return err.Error()
}

// send posts the parcels that are not there yet. After a try whose end nobody
// knows, the channel's history is read first.
func (d *Session) send(ctx context.Context, channel string, v reports.Delivery, parcels []parcel) (string, error) {
	var there []message
	if v.Attempts > 1 {
		var err error
		if there, err = d.ownMessages(ctx, channel, v.CreatedAt); err != nil {
			return "", err
		}
	}
	flags, founder := 0, ""
	if v.Card.Silent {
		flags = flagSilent
	}
	if v.Card.Ping {
		founder = d.findAddressee(v)
	}
	var ids []string
	for n, p := range parcels {
		body := p.buildBody(founder, flags)
		body.Nonce, body.Enforce = buildNonce(v.Key, n), true
		if n == 0 && (v.Single || v.Kind == reports.DeliverReply) && channel == v.Channel.ID && isID(v.Answers) {
			body.Reference = &reference{Message: v.Answers}
		}
		founder = ""
		if i := slices.IndexFunc(there, func(m message) bool { return isSameMessage(m, body, len(p.files)) }); i >= 0 {
			ids = append(ids, there[i].ID)
			there = slices.Delete(there, i, i+1)
			continue
		}
		var sent message
		post := func() error {
			return d.rest.call(ctx, request{http.MethodPost, "/channels/" + channel + "/messages", body, p.files}, &sent)
		}
		err := post()
		if body.Reference != nil && (isGone(err) || isRefused(err) && !tooLarge(err)) { // not every server obeys fail_if_not_exists
			body.Reference = nil
			err = post()
		}
		if err != nil {
			return "", err
		}
		if sent.ID == "" {
			return "", errors.New("discord took a message and gave no id for it")
		}
		ids = append(ids, sent.ID)
	}
	return channel + "/" + strings.Join(ids, ","), nil
}

// isGone reports whether something that a message names is not there, and that is
// not its channel.
func isGone(err error) bool {
	var api *apiError
	return errors.As(err, &api) && api.Status == http.StatusNotFound && api.Code != codeNoChannel
}

// isSameMessage reports whether a message is what a body with so many files would make.
func isSameMessage(m message, body post, files int) bool {
	if n, ok := m.Nonce.(string); ok && n != "" {
		return n == body.Nonce
	}
	return m.Content != nil && strings.TrimSpace(*m.Content) == strings.TrimSpace(body.Content) && len(m.Attachments) == files
}

// ownMessages lists what we said in a channel since a moment and what no other
// delivery has for its receipt, oldest first.
func (d *Session) ownMessages(ctx context.Context, channel string, since time.Time) ([]message, error) {
	const pages, page = 5, 100
	taken, err := d.Records.Receipts(ctx, Transport, channel, since)
	if err != nil {
		return nil, err
	}
	self, err := d.getOwnID(ctx)
	if err != nil {
		return nil, err
	}
	after := buildSnowflake(since.Add(-time.Minute))
	var out []message
	for range pages {
		var list []message
		if err := d.rest.call(ctx, request{http.MethodGet, fmt.Sprintf("/channels/%s/messages?after=%s&limit=%d", channel, after, page), nil, nil}, &list); err != nil {
			return nil, err
		}
		slices.SortFunc(list, byAge)
		for _, m := range list {
			after = m.ID
			if m.Author != nil && m.Author.ID == self && !slices.ContainsFunc(taken, func(r string) bool { return hasReceipt(r, m.ID) }) {
				out = append(out, m)
			}
		}
		if len(list) < page {
			break
		}
	}
	return out, nil
}

// hasReceipt reports whether a receipt names a message.
func hasReceipt(receipt, id string) bool {
	_, ids := parseReceipt(receipt)
	return slices.Contains(ids, id)
}

func parseReceipt(receipt string) (channel string, ids []string) {
	channel, list, ok := strings.Cut(receipt, "/")
	if !ok || list == "" {
		return "", nil
	}
	return channel, strings.Split(list, ",")
}

func byAge(a, b message) int {
	switch {
	case isLater(a.ID, b.ID):
		return 1
	case isLater(b.ID, a.ID):
		return -1
	}
	return 0
}

// pauseOf says how long Discord wants to be left alone, if that is what an
// error is about.
func pauseOf(err error) (time.Duration, bool) {
	var later *outbox.LaterError
	if errors.As(err, &later) {
		return later.After, true
	}
	var api *apiError
	if errors.As(err, &api) && api.Status == http.StatusTooManyRequests {
		return api.After, true
	}
	return 0, false
}

// explainOutcome tells the outbox what an error means for the next try of a delivery of
// this kind. What is not an answer of Discord's is not known to have failed: it is
// tried again, and so is what names no reason; what must arrive is, whatever Discord answers.
func explainOutcome(err error, kind reports.DeliveryKind) error {
	if err == nil {
		return nil
	}
	var permanent *outbox.PermanentError
	var unreached *outbox.UnreachedError
	if errors.As(err, &permanent) || errors.As(err, &unreached) {
		return err
	}
	if pause, ok := pauseOf(err); ok {
		return &outbox.LaterError{After: pause, Err: err}
	}
	var api *apiError
	if errors.As(err, &api) && api.Status >= 400 && api.Status < 500 && api.Status != http.StatusRequestTimeout && !isUnclear(err) {
		if MustArrive(kind) {
			return &outbox.UnreachedError{Err: err}
		}
		return &outbox.PermanentError{Err: err}
	}
	var setup *bot.SetupError
	if errors.As(err, &api) || isUnreachable(err) || errors.As(err, &setup) {
		return &outbox.LaterError{After: time.Second, Err: err}
	}
	return err
}

// isUnreachable reports whether the network or the server failed, so that nobody
// knows what became of a request.
func isUnreachable(err error) bool {
	var network net.Error
	return errors.As(err, &network) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.ECONNREFUSED)
}
