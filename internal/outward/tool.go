package outward

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// ToolServer offers tools by the Model Context Protocol: at an address, or as a program that runs behind walls.
type ToolServer struct {
	Name    string    `json:"name"`
	Address string    `json:"address,omitempty"` // over http; empty for a program
	Command []string  `json:"command,omitempty"` // a program and its arguments
	Folder  string    `json:"folder,omitempty"`  // that the program sees and cannot write to; empty for none
	Hash    string    `json:"hash,omitempty"`    // of the program's files, as they were when it was added
	Version string    `json:"version"`           // as the server said then
	Hosts   []string  `json:"hosts,omitempty"`   // that a program reaches; none without them
	Secret  string    `json:"secret,omitempty"`  // the name under which a program is given its secret; ByYes for an address that people gave access to in a browser
	Sealed  []byte    `json:"-"`                 // the secret, the token of an address, or the access to it; see package sealed
	On      bool      `json:"on"`
	Why     string    `json:"why,omitempty"` // it is off
	At      time.Time `json:"at"`
	Tools   []Tool    `json:"tools"`
}

// ByYes is the Secret of a server at an address to which people gave access by a yes in a browser.
const ByYes = "oauth"

// Tool is one that a server offers.
type Tool struct {
	Server      string          `json:"server"`
	Name        string          `json:"name"`
	Description string          `json:"description"` // in the server's words, which are outside text
	Schema      json.RawMessage `json:"schema"`      // of what it is given
	Digest      string          `json:"digest"`      // of all that the server says of it
	Changes     bool            `json:"changes"`     // it may change something: the server does not say that it only reads
	State       Level           `json:"state"`
	Why         string          `json:"why,omitempty"` // it is off
	Used        int             `json:"used"`
	UsedAt      time.Time       `json:"used_at,omitzero"`
}

// Limits of tool servers.
const (
	ToolServersMost = 20      // servers
	ToolsMost       = 200     // of one server
	ToolCallBytes   = 1 << 20 // of all that a server says in a call, and of what it is given
	ToolFolderBytes = 100 << 20
	ToolMemory      = 512 << 20        // bytes that all of its processes hold together; each may reserve twice as much, as a Node does for code
	ToolCallMost    = 60 * time.Second // of a call, with all that goes before it
	ToolTextMost    = 4000             // characters kept of a description
)

var toolServerName = lazyregexp.New(`^[a-z][a-z0-9-]{0,31}$`)

// IsToolServerName reports whether a server may be called so.
func IsToolServerName(name string) bool { return toolServerName.MatchString(name) }

var toolName = lazyregexp.New(`^[A-Za-z0-9_./-]{1,128}$`)

// IsToolName reports whether a tool may be called so: as the protocol asks for.
func IsToolName(name string) bool { return toolName.MatchString(name) }

// DigestTool returns the digest of what a server says of a tool.
func DigestTool(parts ...string) string {
	sum := sha256.New()
	for _, p := range parts {
		_, _ = sum.Write([]byte(p + "\x00")) // it never fails
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// Code names what the server says of a tool now, short enough to be typed.
func (t Tool) Code() string { return t.Digest[:min(len(t.Digest), 8)] }

// ToolWord is what a founder says of a tool.
type ToolWord struct {
	Server, Tool string
	Level        Level
	Reads        bool   // it changes nothing, whatever its server says
	Seen         string // the code of what he saw of it; empty where he named none
}

// Question returns the name of the argument that a tool takes a question in, and false for one that needs more than a question: then research
// cannot use it. A tool of one text takes it; of several, the one that is required; else the one whose name is usual for it.
func (t Tool) Question() (string, bool) {
	var s struct {
		Properties map[string]struct {
			Type any `json:"type"`
		} `json:"properties"`
		Required []string `json:"required"`
	}
	if json.Unmarshal(t.Schema, &s) != nil {
		return "", false
	}
	isText := func(name string) bool { return s.Properties[name].Type == "string" }
	switch {
	case len(s.Required) > 1:
		return "", false
	case len(s.Required) == 1:
		return s.Required[0], isText(s.Required[0])
	}
	for _, usual := range []string{"query", "q", "question", "search", "text", "term", "topic", "keywords"} {
		if isText(usual) {
			return usual, true
		}
	}
	var texts []string
	for name := range s.Properties {
		if isText(name) {
			texts = append(texts, name)
		}
	}
	if len(texts) != 1 {
		return "", false
	}
	return texts[0], true
}

// Reads reports whether research may use a tool now.
func (t Tool) Reads() bool {
	_, asks := t.Question()
	return asks && t.State == LevelAllowed && !t.Changes
}

// ToolSink names a tool among the sinks. What is said of it holds for every project: it is said of what the server says of the tool.
func ToolSink(t Tool) Sink { return Sink(t.Server + "/" + t.Name) }

// CallTool is the kind of an action that has a tool do something.
const CallTool Kind = "call_tool"

// ToolCall is the order of CallTool.
type ToolCall struct {
	Server    string          `json:"server"`
	Tool      string          `json:"tool"`
	Digest    string          `json:"digest"` // of the tool as the founder saw it when he ordered
	Arguments json.RawMessage `json:"arguments"`
}

// ToolAnswer is a tool's reply to a call.
type ToolAnswer struct {
	Sent bool   `json:"sent"` // it was called: from here on nobody calls it again who cannot know whether it was done
	Text string `json:"text,omitempty"`
}

// ToolConnection names a tool server among the connections of actions.
func ToolConnection(server string) string { return "tools/" + server }

// ToolServerOf returns the tool server that a connection is, and false for any other.
func ToolServerOf(connection string) (string, bool) { return strings.CutPrefix(connection, "tools/") }

// ToolService marks the connections that are tool servers.
const ToolService Service = "tools"

const toolPlace = "tools "

// SecretPlace returns the place that the secret of a server is sealed for: at another address, or for another program, it opens nothing.
func (s ToolServer) SecretPlace() string { return toolPlace + s.Name + " " + s.Place() }

// Connection is a server as those know it who renew access and give it back.
func (s ToolServer) Connection() Connection {
	return Connection{Name: ToolConnection(s.Name), Service: ToolService, Address: s.SecretPlace(), Sealed: s.Sealed, On: s.On, Why: s.Why, At: s.At}
}

// ToolEffect is all that a founder reads of a call before it is made.
func ToolEffect(s ToolServer, t Tool, arguments string) string {
	return "calls " + t.Name + " of " + s.Name + " (" + s.Place() + ") with " + arguments
}

// keyNames are usual for an argument by which a server knows a call again.
func keyNames() []string {
	return []string{"idempotency_key", "idempotencyKey", "request_id", "requestId", "client_token", "clientToken"}
}

// KeyArgument returns the name of the argument by which a server knows a call of a tool again, and false where it takes none.
func (t Tool) KeyArgument() (string, bool) {
	var s struct {
		Properties map[string]struct {
			Type any `json:"type"`
		} `json:"properties"`
	}
	if json.Unmarshal(t.Schema, &s) != nil {
		return "", false
	}
	for _, name := range keyNames() {
		if s.Properties[name].Type == "string" {
			return name, true
		}
	}
	return "", false
}

// FindTool returns a tool of a server.
func (s ToolServer) FindTool(name string) (Tool, bool) {
	i := slices.IndexFunc(s.Tools, func(t Tool) bool { return t.Name == name })
	if i < 0 {
		return Tool{}, false
	}
	return s.Tools[i], true
}

// Place returns the address of a server, or its program.
func (s ToolServer) Place() string {
	if s.Address != "" {
		return s.Address
	}
	return strings.Join(s.Command, " ")
}

// ToolSource is the address of what a tool answered, for sources: no page has it.
func ToolSource(server, tool, question string) string {
	return "tool:" + server + "/" + tool + "?" + question
}
