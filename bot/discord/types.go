package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// The shapes of Discord's JSON, as far as this package reads it. Whatever else a
// server sends, of whatever type, is passed over: a message with a component
// or a flag that nobody knows is still a message.

// user is somebody.
type user struct {
	ID       string `json:"id"`
	Bot      bool   `json:"bot"`
	Username string `json:"username"`
	Display  string `json:"global_name"` // as people see it; may be empty
}

// message is one message, from the gateway or from REST.
type message struct {
	ID          string       `json:"id"`
	ChannelID   string       `json:"channel_id"`
	GuildID     string       `json:"guild_id"`
	Author      *user        `json:"author"`
	WebhookID   string       `json:"webhook_id"`
	Type        int          `json:"type"`
	Content     *string      `json:"content"` // nil: an update that does not concern it
	Edited      string       `json:"edited_timestamp"`
	Mentions    []user       `json:"mentions"`
	Attachments []attachment `json:"attachments"`
	Reference   *struct {
		Type    int    `json:"type"` // 1: forwarded
		Message string `json:"message_id"`
		Channel string `json:"channel_id"`
	} `json:"message_reference"`
	Referenced repliedMessage `json:"referenced_message"`
	Snapshots  []struct {
		Message message `json:"message"`
	} `json:"message_snapshots"`
	Embeds     []embed           `json:"embeds"`
	Components []component       `json:"components"`
	Roles      []string          `json:"mention_roles"`
	Flags      int               `json:"flags"`
	Stickers   []json.RawMessage `json:"sticker_items"`
	Poll       json.RawMessage   `json:"poll"`
	Nonce      any               `json:"nonce"`
}

// repliesTo is the id of the message that it replies to, empty for none.
func (m message) repliesTo() string {
	const forwarded = 1
	if m.Reference == nil || m.Reference.Type == forwarded || m.Type != typeReply || !isID(m.Reference.Message) {
		return ""
	}
	return m.Reference.Message
}

// attachment is one file of a message; its address expires.
type attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	ContentType string `json:"content_type"`
	Size        int64  `json:"size"`
	URL         string `json:"url"`
	Waveform    string `json:"waveform"` // of a voice message
}

// channel is one channel or thread.
type channel struct {
	ID       string `json:"id"`
	GuildID  string `json:"guild_id"`
	ParentID string `json:"parent_id"`
	Name     string `json:"name"`
	Type     *int   `json:"type"`
	Last     newest `json:"last_message_id"`
	Flags    int    `json:"flags"`
	// Overwrites say who may do what there.
	Overwrites []overwrite `json:"permission_overwrites"`
	// Tags are those that a forum has, Applied those of a post.
	Tags []struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	} `json:"available_tags"`
	Applied []string `json:"applied_tags"`
}

// newest is the id of a channel's newest message.
type newest struct {
	ID    string // empty for none
	Known bool   // the server told of it
}

// UnmarshalJSON reads it; null says that there is no message.
func (n *newest) UnmarshalJSON(raw []byte) error {
	n.Known = json.Unmarshal(raw, &n.ID) == nil
	return nil
}

func (c channel) toPlace(guild string) place {
	p := place{ID: c.ID, Guild: c.GuildID, Parent: c.ParentID, Name: c.Name, Last: c.Last.ID, Silent: c.Last.Known && c.Last.ID == "", Overwrites: c.Overwrites, Applied: c.Applied, Tagged: c.Flags&flagMustTag != 0}
	for _, t := range c.Tags {
		p.Tags = append(p.Tags, label{t.ID, t.Name})
	}
	if p.Guild == "" {
		p.Guild = guild
	}
	if c.Type != nil {
		p.Type = *c.Type
	}
	return p
}

// guild is a server as GUILD_CREATE sends it.
type guild struct {
	ID       string    `json:"id"`
	Name     string    `json:"name"`
	Owner    string    `json:"owner_id"`
	Channels []channel `json:"channels"`
	Threads  []channel `json:"threads"`
	Roles    []role    `json:"roles"`
	Members  []member  `json:"members"`
}

// ready is the first event of a session.
type ready struct {
	User        user    `json:"user"`
	Guilds      []guild `json:"guilds"`
	Application struct {
		ID    string `json:"id"`
		Flags int64  `json:"flags"`
	} `json:"application"`
}

// decodeLoosely reads JSON and passes over fields of a wrong type.
func decodeLoosely(raw []byte, into any) error {
	err := json.Unmarshal(raw, into)
	var mismatch *json.UnmarshalTypeError
	if errors.As(err, &mismatch) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read Discord's answer: %w", err)
	}
	return nil
}

// epoch is the first millisecond of a snowflake; discord.com/developers, Snowflakes.
const epoch = 1420070400000

// saidAt is the time in a snowflake, zero when it is none.
func saidAt(id string) time.Time {
	n, err := strconv.ParseUint(id, 10, 63)
	if err != nil || n>>22 == 0 {
		return time.Time{}
	}
	return time.UnixMilli(int64(n>>22) + epoch).UTC()
}

// buildSnowflake returns the smallest id of a moment.
func buildSnowflake(at time.Time) string {
	ms := at.UnixMilli() - epoch
	if ms < 0 {
		return "0"
	}
	return strconv.FormatInt(ms<<22, 10)
}

// isLater reports whether id a is younger than id b. Ids are numbers of
// different lengths.
func isLater(a, b string) bool {
	a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	if len(a) != len(b) {
		return len(a) > len(b)
	}
	return a > b
}

// isID reports whether a text has the form of an id of Discord's. An origin
// that a command or the clock made has not. Ids are numbers of 63 bits, without
// zeros in front: with others a read cursor would stand where nothing comes after.
func isID(s string) bool {
	n, err := strconv.ParseUint(s, 10, 63)
	return err == nil && n > 0 && s[0] != '0'
}
