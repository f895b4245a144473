package org

import (
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
// bodies and of those of the answers, unpacked.
type Traffic struct {
	Kind     TrafficKind `json:"kind"`
	Requests int64       `json:"requests"`
	Sent     int64       `json:"sent"`
	Received int64       `json:"received"`
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
	var parts []string
	for _, t := range month {
		parts = append(parts, fmt.Sprintf("%s %s out, %s in", t.Kind, Bytes(t.Sent), Bytes(t.Received)))
	}
	return fmt.Sprintf("Network: %s today, %s in 7 days, %s in 30 days: %s.", all(today), all(week), all(month), strings.Join(parts, "; "))
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
