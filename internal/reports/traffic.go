package reports

import (
	"context"

	"github.com/frasier-cos/frasier/internal/org"
)

// TrafficKind says who is talked to over the network.
type TrafficKind string

// The kinds of traffic.
const (
	TrafficModel  TrafficKind = "model"
	TrafficSearch TrafficKind = "search"
	TrafficWeb    TrafficKind = "web"
	TrafficChat   TrafficKind = "chat"
)

// Traffic counts what went over the network: requests, and the bytes of their bodies and of those
// of the answers, unpacked. Of the chat's gateway it is the bytes of the connection, packed and
// sealed as they are, and no request.
type Traffic struct {
	Kind     TrafficKind   `json:"kind"`
	Project  org.ProjectID `json:"project,omitempty"` // for which it was; empty for none, and in sums over all
	Requests int64         `json:"requests"`
	Sent     int64         `json:"sent"`
	Received int64         `json:"received"`
}

// A context says under this key for which project work is.
type forProject struct{}

// ForProject returns a context of work for a project, so that what it sends
// over the network can be counted for it.
func ForProject(ctx context.Context, p org.ProjectID) context.Context {
	return context.WithValue(ctx, forProject{}, p)
}

// ProjectOf returns the project that a context's work is for; empty for none.
func ProjectOf(ctx context.Context) org.ProjectID {
	if p, ok := ctx.Value(forProject{}).(org.ProjectID); ok {
		return p
	}
	return ""
}
