package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/frasier-cos/frasier/bot"
	"github.com/frasier-cos/frasier/bot/messages"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Kinds of interactions and of answers to them; discord.com/developers,
// Receiving and Responding.
const (
	useCommand   = 2 // slash and message commands
	useComponent = 3
	useComplete  = 4
	useForm      = 5

	answerMessage        = 4
	answerDeferred       = 5 // "is thinking", a new message follows
	answerDeferredUpdate = 6 // the message that holds the button is edited later
	answerUpdate         = 7 // the message that holds the button is edited now
	answerChoices        = 8
	answerForm           = 9
)

const (
	// A command that runs longer is acknowledged first: Discord gives 3 s, of which the round trip
	// takes some.
	answerIn = 800 * time.Millisecond
	// The token for a command's answer lives 15 minutes.
	commandLimit = 10 * time.Minute
	remembered   = 1000 // interactions whose ids are kept
)

// interaction is one use of a command, a button, a menu or a form.
type interaction struct {
	ID          string `json:"id"`
	Application string `json:"application_id"`
	Type        int    `json:"type"`
	Token       string `json:"token"`
	GuildID     string `json:"guild_id"`
	ChannelID   string `json:"channel_id"`
	Member      *struct {
		User *user `json:"user"`
	} `json:"member"`
	User *user `json:"user"`
	Data struct {
		Name     string   `json:"name"`
		Type     int      `json:"type"`
		Target   string   `json:"target_id"`
		Options  []option `json:"options"`
		CustomID string   `json:"custom_id"`
		Values   []string `json:"values"`
		Rows     []struct {
			Components []struct {
				ID    string `json:"custom_id"`
				Value string `json:"value"`
			} `json:"components"`
		} `json:"components"`
		Resolved struct {
			Messages    map[string]message    `json:"messages"`
			Attachments map[string]attachment `json:"attachments"`
		} `json:"resolved"`
	} `json:"data"`
	Message *struct {
		Rows []struct {
			Components []struct {
				ID    string `json:"custom_id"`
				Label string `json:"label"`
			} `json:"components"`
		} `json:"components"`
	} `json:"message"`
}

type option struct {
	Name    string          `json:"name"`
	Value   json.RawMessage `json:"value"`
	Focused bool            `json:"focused"`
}

func (o option) formatValue() string {
	var s string
	if json.Unmarshal(o.Value, &s) == nil {
		return s
	}
	return string(o.Value)
}

func (i interaction) getAuthor() user {
	switch {
	case i.Member != nil && i.Member.User != nil:
		return *i.Member.User
	case i.User != nil:
		return *i.User
	}
	return user{}
}

// once remembers the last things that were dealt with. The zero value is ready.
type once struct {
	mu   sync.Mutex
	seen map[string]bool
	ring []string
}

// isNew reports whether an id is new.
func (o *once) isNew(id string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.seen == nil {
		o.seen = map[string]bool{}
	}
	if o.seen[id] {
		return false
	}
	o.seen[id] = true
	if o.ring = append(o.ring, id); len(o.ring) > remembered {
		delete(o.seen, o.ring[0])
		o.ring = o.ring[1:]
	}
	return true
}

// handleInteraction deals with an interaction, each in its own goroutine: an answer is due
// within 3 s whatever else goes on.
func (in *intake) handleInteraction(ctx context.Context, r rawEvent) {
	var i interaction
	if err := decodeLoosely(r.data, &i); err != nil || i.ID == "" {
		in.Log.WarnContext(ctx, "interaction not understood", "err", err)
		return
	}
	who := i.getAuthor()
	if who.ID == "" || who.Bot || !in.interactions.isNew(i.ID) {
		return
	}
	if !in.Rules.isAdmitted(in.selfID(), event{kind: kindInteraction, author: who.ID, guild: i.GuildID}) {
		in.refuse(ctx, i)
		return
	}
	in.spawn(func() {
		in.recoverPanic(ctx, i.ChannelID, func(ctx context.Context) {
			ctx, stop := context.WithTimeout(ctx, commandLimit)
			defer stop()
			if err := in.answer(ctx, i); err != nil && ctx.Err() == nil {
				in.Log.WarnContext(ctx, "interaction not answered", "interaction", i.ID, "err", err)
			}
		})
	})
}

// refuse tells somebody who may not command this bot so, for his eyes only.
// Without an answer Discord shows a red failure, which reads as a fault of ours.
func (in *intake) refuse(ctx context.Context, i interaction) {
	if i.Type != useCommand && i.Type != useComponent && i.Type != useForm {
		return
	}
	select {
	case in.refusals <- struct{}{}:
	default:
		return // so many at once are no mistake of anybody's
	}
	in.spawn(func() {
		defer func() { <-in.refusals }()
		body := parcel{text: messages.DiscordNotYours()}.buildBody("", flagPrivate)
		if err := in.respond(ctx, i, answerMessage, body); err != nil && ctx.Err() == nil {
			in.Log.DebugContext(ctx, "a stranger was not answered", "interaction", i.ID, "err", err)
		}
	})
}

func (in *intake) answer(ctx context.Context, i interaction) error {
	if i.Type == useComplete {
		return in.suggest(ctx, i)
	}
	if done, err := in.takeForwarded(ctx, i); done {
		return err
	}
	if label, ask, command, ok := i.findForm(); ok {
		field := input{Type: compInput, ID: "words", Style: 2, Label: prose.First(nonEmpty(ask, label), 45), Max: 4000, Required: true}
		err := in.respond(ctx, i, answerForm, map[string]any{
			"custom_id": prose.First(command, idMost), "title": prose.First(nonEmpty(label, "Your words"), 45),
			"components": []any{row{compRow, []any{field}}},
		})
		if isServerRefusal(err) {
			return in.fallBack(ctx, i, org.Reply{Text: messages.DiscordNoForm(command)}, err)
		}
		return err
	}
	if _, ok := in.findSpec(i.Data.Name); i.Type == useCommand && !ok {
		return fmt.Errorf("command %q is not ours", i.Data.Name)
	}
	return in.carryOutInteraction(ctx, i)
}

// findForm returns the question of a button that opens one.
func (i interaction) findForm() (label, ask, command string, ok bool) {
	rest, ok := strings.CutPrefix(i.Data.CustomID, formMark)
	if !ok || i.Type != useComponent {
		return "", "", "", false
	}
	command, ask, _ = strings.Cut(rest, formSplit)
	if i.Message != nil {
		for _, r := range i.Message.Rows {
			for _, c := range r.Components {
				if c.ID == i.Data.CustomID {
					label = c.Label
				}
			}
		}
	}
	return label, ask, command, true
}

// hasFiles reports whether files come with a use, which take a while to
// download.
func (i interaction) hasFiles() bool {
	return len(i.Data.Resolved.Attachments) > 0 || slices.ContainsFunc(slices.Collect(maps.Values(i.Data.Resolved.Messages)), func(m message) bool {
		return len(m.Attachments) > 0 || len(m.Snapshots) > 0 || m.Referenced.message != nil
	})
}

// commandOf turns an interaction into the one command language, and downloads
// its files.
func (in *intake) commandOf(ctx context.Context, i interaction) org.Command {
	cmd := org.Command{Origin: i.ID, Channel: org.Channel{Transport: Transport, ID: i.ChannelID}, Author: i.getAuthor().ID}
	switch i.Type {
	case useComponent:
		cmd.Line = strings.Join(append([]string{i.Data.CustomID}, i.Data.Values...), " ")
	case useForm:
		cmd.Line = i.Data.CustomID
		for _, r := range i.Data.Rows {
			for _, c := range r.Components {
				cmd.Line += " " + strings.TrimSpace(c.Value)
			}
		}
	default:
		in.fromSlash(ctx, i, &cmd)
	}
	return cmd
}

// fromSlash fills a command in from a slash command or one of a message's menu.
func (in *intake) fromSlash(ctx context.Context, i interaction, cmd *org.Command) {
	spec, _ := in.findSpec(i.Data.Name)
	if spec.Menu != "" {
		m := i.Data.Resolved.Messages[i.Data.Target]
		w := in.wordsOf(m, i.GuildID)
		cmd.Line, cmd.Message = spec.Line(nil), w.joinAll()
		files := slices.Clone(m.Attachments)
		for _, q := range w.quotes {
			files = append(files, q.files...)
		}
		cmd.Attachments = bot.Limit(in.downloadAll(ctx, files))
		return
	}
	values := map[string]string{}
	var files []attachment
	for _, o := range i.Data.Options {
		if a, ok := i.Data.Resolved.Attachments[o.formatValue()]; ok {
			files = append(files, a)
		}
		values[o.Name] = o.formatValue()
	}
	cmd.Line, cmd.Attachments = spec.Line(values), bot.Limit(in.downloadAll(ctx, files))
}

// turnsPage reports whether a use is a press of a button that shows another
// page of the message it stands on.
func (i interaction) turnsPage() bool {
	return i.Type == useComponent && pageCommand().MatchString(i.Data.CustomID)
}

func pageCommand() *regexp.Regexp { return regexp.MustCompile(`^\S+ page=\d+(\s|$)`) }

type acknowledgement int

const (
	notAcknowledged acknowledgement = iota
	acknowledged                    // a new private message follows
	updating                        // the message of the button is edited
	answeredByOther                 // another process did, or we ourselves did before
)

// codeAnswered says that an interaction was answered already; discord.com/developers,
// JSON Error Codes.
const codeAnswered = 40060

// wasAnswered reports whether an interaction was answered by somebody else, so that
// there is nothing left to say.
func wasAnswered(err error) bool {
	var api *apiError
	return errors.As(err, &api) && api.Code == codeAnswered
}

// carryOutInteraction does a command and answers it. One that takes its time, or comes
// with files, is acknowledged first.
func (in *intake) carryOutInteraction(ctx context.Context, i interaction) error {
	if i.hasFiles() {
		ack := in.acknowledge(ctx, i)
		if ack == answeredByOther {
			return nil
		}
		return in.reply(ctx, i, in.runCommand(ctx, func() org.Command { return in.commandOf(ctx, i) }), ack)
	}
	done := make(chan org.Reply, 1)
	in.work.Go(func() { done <- in.runCommand(ctx, func() org.Command { return in.commandOf(ctx, i) }) })
	timer := time.NewTimer(answerIn)
	defer timer.Stop()
	select {
	case reply := <-done:
		return in.reply(ctx, i, reply, notAcknowledged)
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
	}
	ack := in.acknowledge(ctx, i)
	select {
	case reply := <-done:
		if ack == answeredByOther {
			return nil
		}
		return in.reply(ctx, i, reply, ack)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// acknowledge tells Discord that the answer comes later.
func (in *intake) acknowledge(ctx context.Context, i interaction) acknowledgement {
	kind, ack := answerDeferred, acknowledged
	if i.turnsPage() {
		kind, ack = answerDeferredUpdate, updating
	}
	if err := in.respond(ctx, i, kind, map[string]any{"flags": flagPrivate}); wasAnswered(err) {
		return answeredByOther
	} else if err != nil {
		in.Log.WarnContext(ctx, "a command was not acknowledged", "interaction", i.ID, "err", err)
	}
	return ack
}

// runCommand carries a command out; what goes wrong is said, and so is a panic.
func (in *intake) runCommand(ctx context.Context, command func() org.Command) (reply org.Reply) {
	defer func() {
		if p := recover(); p != nil {
			in.Log.ErrorContext(ctx, "command panicked", "panic", fmt.Sprint(p))
			reply = failedReply(nil)
		}
	}()
	if in.Commands.Do == nil {
		return org.Reply{Text: messages.DiscordNoCommands(), Card: org.Card{Private: true}}
	}
	reply, err := in.Commands.Do(ctx, command())
	if err != nil {
		if ctx.Err() == nil { // nobody waits for the answer of a bot that ends
			in.Log.ErrorContext(ctx, "command failed", "err", err)
		}
		return failedReply(err)
	}
	if strings.TrimSpace(reply.Text) == "" && len(reply.Files) == 0 {
		reply.Text = messages.DiscordNothingToSay()
	}
	return reply
}

// failedReply says that a command failed. What it had done by then is not
// known, so nothing is claimed of it.
func failedReply(err error) org.Reply {
	text := messages.DiscordBroke()
	for _, cause := range []error{org.ErrDiskFull, org.ErrDiskFails, org.ErrServerAway, org.ErrBusy} {
		if errors.Is(err, cause) {
			what, _, _ := strings.Cut(cause.Error(), ":")
			text = messages.DiscordNotNow(what)
		}
	}
	return org.Reply{Text: text, Card: org.Card{Private: true}}
}

// reply answers an interaction: at once, or in the place of the
// acknowledgement. A button that shows another page replaces the page that it
// stands on. What Discord takes no more is said elsewhere.
func (in *intake) reply(ctx context.Context, i interaction, reply org.Reply, ack acknowledgement) error {
	reply = in.rest.censor.censorReply(reply)
	reply.Text = in.replaceIDs(reply.Text)
	asked := listAddresses(reply.Text)
	known, err := in.Records.KnownLinks(ctx, "", org.Channel{Transport: Transport, ID: i.ChannelID}, asked)
	if err != nil {
		return err
	}
	known = append(known, in.Rules.filterOwnAddresses(asked)...)
	flags := 0
	if reply.Card.Private {
		flags = flagPrivate
	}
	parcels := composeParcels(reply.Text, reply.Card, reply.Files, known, in.Zone.Here())
	hook := "/webhooks/" + i.Application + "/" + i.Token
	original := func(p parcel) error {
		return in.rest.call(ctx, request{http.MethodPatch, hook + "/messages/@original", p.buildEdit(flags), p.files}, nil)
	}
	if ack == acknowledged && !reply.Card.Private {
		// What follows an acknowledgement first takes its place and stays private.
		if err := original(parcel{text: messages.DiscordDone()}); err != nil {
			in.Log.WarnContext(ctx, "an acknowledgement stays", "interaction", i.ID, "err", err)
		}
	}
	update := i.turnsPage() && len(parcels) == 1
	for n, p := range parcels {
		switch {
		case n == 0 && ack == notAcknowledged && update:
			err = in.respond(ctx, i, answerUpdate, p.buildEdit(0), p.files...)
		case n == 0 && ack == notAcknowledged:
			err = in.respond(ctx, i, answerMessage, p.buildBody("", flags), p.files...)
		case n == 0 && (ack == updating && update || ack == acknowledged && reply.Card.Private):
			err = original(p)
		default:
			err = in.rest.call(ctx, request{http.MethodPost, hook, p.buildBody("", flags), p.files}, nil)
		}
		if err != nil {
			return in.fallBack(ctx, i, reply, err)
		}
	}
	return nil
}

// fallBack says what an interaction could not be answered with: in its channel,
// or what is for the asker's eyes only in a direct message. When that cannot be
// opened the channel is told to ask again, and nothing else.
func (in *intake) fallBack(ctx context.Context, i interaction, reply org.Reply, why error) error {
	if wasAnswered(why) {
		in.Log.InfoContext(ctx, "another bot answers this interaction", "interaction", i.ID)
		return nil
	}
	in.Log.WarnContext(ctx, "an answer is sent as a message instead", "interaction", i.ID, "private", reply.Card.Private, "err", why)
	v := reports.Delivery{
		Key: "command:" + i.ID, Channel: org.Channel{Transport: Transport, ID: i.ChannelID}, Kind: reports.DeliverReply,
		Body: reply.Text, Card: reply.Card, Files: reply.Files,
	}
	if reply.Card.Private {
		direct, err := in.directChannel(ctx, i.getAuthor().ID)
		if err != nil {
			in.Log.WarnContext(ctx, "a private answer reached nobody", "interaction", i.ID, "err", err)
			v.Body, v.Card, v.Files = messages.DiscordAskAgain(), org.Card{}, nil
			if reply.Acted {
				v.Body = messages.DiscordNothingToSay()
			}
		} else {
			v.Channel.ID = direct
		}
	}
	return in.Records.Say(ctx, v)
}

// isServerRefusal reports whether a server does not take what it was sent: it has no
// such thing, or it broke on it.
func isServerRefusal(err error) bool {
	var api *apiError
	return errors.As(err, &api) && api.Status != http.StatusTooManyRequests
}

// respond sends the first response to an interaction.
func (in *intake) respond(ctx context.Context, i interaction, kind int, data any, files ...org.File) error {
	return in.rest.call(ctx, request{http.MethodPost, "/interactions/" + i.ID + "/" + i.Token + "/callback", map[string]any{"type": kind, "data": data}, files}, nil)
}

// suggest answers an autocompletion; without an answer there are no
// suggestions, which is no fault.
func (in *intake) suggest(ctx context.Context, i interaction) error {
	const most = 25
	list := []offer{}
	for _, o := range i.Data.Options {
		if !o.Focused || in.Commands.Complete == nil {
			continue
		}
		found, err := in.Commands.Complete(ctx, i.Data.Name, o.Name, o.formatValue())
		if err != nil {
			return errors.Join(err, in.respond(ctx, i, answerChoices, map[string]any{"choices": list}))
		}
		for _, c := range found[:min(len(found), most)] {
			if c.Value != "" && len(c.Value) <= 100 {
				list = append(list, offer{prose.First(in.rest.censor.censorText(nonEmpty(c.Label, c.Value)), 100), c.Value})
			}
		}
	}
	return in.respond(ctx, i, answerChoices, map[string]any{"choices": list})
}

// typedKey is the key of the answer to a typed command. That it is there is how we
// know that the command came to an end, whatever came of it.
func typedKey(m message) string { return "command:" + m.ChannelID + ":" + m.ID }

// runTyped carries out a command that was typed; its answer takes the outbox. It is
// carried out once, also when the answer cannot be stored at first: one that
// failed and was said to have failed must not happen later.
func (in *intake) runTyped(ctx context.Context, m message, w words, line string) {
	ch := org.Channel{Transport: Transport, ID: m.ChannelID}
	reply := in.runCommand(ctx, func() org.Command {
		return org.Command{Origin: m.ID, Channel: ch, Author: m.Author.ID, Line: line, Attachments: org.Theirs(in.listAttachments(ctx, m, w)), Shown: true}
	})
	in.retry(ctx, "store the answer to a command", func(ctx context.Context) error {
		return in.Records.Say(ctx, reports.Delivery{
			Key: typedKey(m), Channel: ch, Kind: reports.DeliverReply, Body: reply.Text, Card: reply.Card, Files: reply.Files,
		})
	})
}
