package org

import (
	"context"
	"fmt"
	"strings"
)

// TrafficKind is who is talked to over the network.
type TrafficKind string

// The kinds of traffic.
const (
	TrafficModel  TrafficKind = "model"
	TrafficSearch TrafficKind = "search"
	TrafficWeb    TrafficKind = "web"
	TrafficChat   TrafficKind = "chat"
)

// Traffic is what went over the network: requests, and the bytes of their
// bodies and of those of the answers, unpacked. Of the chat's gateway it is the
// bytes of the connection, packed and sealed as they are, and no request.
type Traffic struct {
	Kind     TrafficKind `json:"kind"`
	Project  ProjectID   `json:"project,omitempty"` // for which it was; empty for none, and in sums over all
	Requests int64       `json:"requests"`
	Sent     int64       `json:"sent"`
	Received int64       `json:"received"`
}

// forProject is the key under which a context says for which project work is.
type forProject struct{}

// ForProject returns a context of work for a project, so that what it sends
// over the network can be counted for it.
func ForProject(ctx context.Context, p ProjectID) context.Context {
	return context.WithValue(ctx, forProject{}, p)
}

// ProjectOf returns the project that a context's work is for; empty for none.
func ProjectOf(ctx context.Context) ProjectID {
	if p, ok := ctx.Value(forProject{}).(ProjectID); ok {
		return p
	}
	return ""
}

// Bytes is a number of bytes as people say it.
func Bytes(n int64) string {
	switch {
	case n < 1<<10:
		return fmt.Sprintf("%d bytes", n)
	case n < 1<<20:
		return fmt.Sprintf("%d kB", n>>10)
	case n < 1<<30:
		return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
	default:
		return fmt.Sprintf("%.1f GB", float64(n)/(1<<30))
	}
}

// TrafficText says what went over the network today, in 7 and in 30 days, and
// with whom. It is empty when nothing did.
func TrafficText(today, week, month []Traffic) string {
	if len(month) == 0 {
		return ""
	}
	all := func(some []Traffic) string {
		var n int64
		for _, t := range some {
			n += t.Sent + t.Received
		}
		return Bytes(n)
	}
	return fmt.Sprintf("Network: %s today, %s in 7 days, %s in 30 days: %s. %s",
		all(today), all(week), all(month), trafficParts(month), "Not counted: headers, name look-ups, a database or backups elsewhere.")
}

// ProjectTrafficText says what went over the network for a project. It is empty
// when nothing did.
func ProjectTrafficText(all []Traffic) string {
	if len(all) == 0 {
		return ""
	}
	return fmt.Sprintf("Network for its planning and steps: %s. Chat is not counted by project.", trafficParts(all))
}

func trafficParts(all []Traffic) string {
	var parts []string
	for _, t := range all {
		parts = append(parts, fmt.Sprintf("%s %s out, %s in", t.Kind, Bytes(t.Sent), Bytes(t.Received)))
	}
	return strings.Join(parts, "; ")
}

// StorageText says what the database holds.
func StorageText(lines []StorageLine) string {
	var all int64
	var parts []string
	for _, l := range lines {
		all += l.Bytes
		parts = append(parts, l.Name+" "+Bytes(l.Bytes))
	}
	return fmt.Sprintf("Storage: %s: %s.", Bytes(all), strings.Join(parts, ", "))
}
