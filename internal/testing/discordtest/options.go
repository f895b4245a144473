package discordtest

import "time"

// DefaultToken is the bot's token when Options names none.
const DefaultToken = "a-token-of-the-fake"

// Numbers of Discord's documentation (discord.com/developers), which its API
// description leaves out or gives differently.
const (
	maxContent     = 2000     // characters in one message, Create Message
	maxEmbedSum    = 6000     // characters in all embeds of a message, Embed Limits
	maxRows        = 5        // action rows without the second kind of components
	maxComponents  = 40       // components in one message, nested ones counted
	maxFile        = 10 << 20 // bytes in one file, default limit
	maxRequest     = 25 << 20 // bytes in one request, Uploading Files
	maxPayload     = 4096     // bytes in one gateway payload, Sending Events
	maxEvents      = 120      // gateway payloads in 60 s, Rate Limiting
	maxIdentifies  = 1000     // IDENTIFY in 24 h
	maxAutoReplies = 25       // choices of one autocompletion
	defaultBeat    = 41250 * time.Millisecond
	defaultAnswer  = 3 * time.Second  // first response to an interaction
	tokenLife      = 15 * time.Minute // an interaction's token
	nonceWindow    = 5 * time.Minute  // "the past few minutes", Create Message
	editAge        = time.Hour        // after which edits are counted, error 30046
	linkLife       = 24 * time.Hour   // a signed attachment link
	defaultOldEdit = 5                // edits of an old message before 30046; Discord names no number
	defaultBacklog = 5000             // events kept for RESUME
	discordEpoch   = 1420070400000    // first millisecond of a snowflake
	gatewayVersion = "10"
)

// Options are the settings of a server. The zero value is a healthy Discord
// with every intent that this product may ask for.
type Options struct {
	// Token is what the bot must send; empty means DefaultToken.
	Token string
	// Seed makes faults by chance, copies and shuffles repeatable.
	Seed uint64
	// NoContent turns the message content intent off in the "portal": asking
	// for it closes the gateway with 4014, and content is hidden elsewhere.
	NoContent bool
	// Heartbeat is the interval of HELLO; 0 means 41.25 s.
	Heartbeat time.Duration
	// Answer is how long an interaction waits for its first response; 0 means 3 s.
	Answer time.Duration
	// OldEdits is how many edits a message older than an hour takes; 0 means 5,
	// below zero none.
	OldEdits int
	// Limits are buckets by "METHOD /path" of the API description, for example
	// "POST /channels/{channel_id}/messages"; "*" is every other route and
	// "global" the limit over all. Without any, nothing is limited.
	Limits map[string]Limit
	// MillisReset sends X-RateLimit-Reset in milliseconds, as another
	// implementation does.
	MillisReset bool
	// Identifies is how often a day the bot may IDENTIFY; 0 means 1000.
	Identifies int
	// Backlog is how many events are kept for RESUME; 0 means 5000.
	Backlog int
	// Foreign are the ways of another implementation.
	Foreign Foreign
	// Lax keeps Start from failing the test on a violation; for tests that
	// break something on purpose.
	Lax bool
}

// Limit is a bucket: N calls in each Per.
type Limit struct {
	N   int           `json:"n"`
	Per time.Duration `json:"per"`
}

// Shape is how the gateway delivers events. The zero value is in order, once.
type Shape struct {
	// Copies delivers each event 1 to Copies times; 0 and 1 mean once.
	Copies int `json:"copies"`
	// Shuffle delivers events of a short window in any order.
	Shuffle bool `json:"shuffle"`
	// Unknown sends an event type that nobody knows before each event.
	Unknown bool `json:"unknown"`
	// Strange adds a component of an unknown type to people's messages.
	Strange bool `json:"strange"`
	// Half sends public_flags as a string, in events and answers.
	Half bool `json:"half"`
	// Lose drops each event with this probability, as a cut network does.
	Lose float64 `json:"lose"`
}

func (o Options) withDefaults() Options {
	if o.Token == "" {
		o.Token = DefaultToken
	}
	if o.Heartbeat == 0 {
		o.Heartbeat = defaultBeat
	}
	if o.Answer == 0 {
		o.Answer = defaultAnswer
	}
	if o.OldEdits == 0 {
		o.OldEdits = defaultOldEdit
	}
	if o.Identifies == 0 {
		o.Identifies = maxIdentifies
	}
	if o.Backlog == 0 {
		o.Backlog = defaultBacklog
	}
	return o
}
