package reports

import "time"

const (
	// RoomLow is the room on the disk below which a word is due, in bytes: four times what doctor demands.
	RoomLow int64 = 2 << 30
	// Room is worth a word so many days before the disk is full, as the database grows.
	roomSoon = 14
	// Growth is looked at over so many days.
	roomSpan = 30
)

// RoomFacts are about a disk that fills.
type RoomFacts struct {
	Free int64 `json:"free"`           // bytes
	Days int   `json:"days,omitempty"` // until it is full, as the database grew lately; 0 for not foreseen
}

// RoomBefore returns since when growth is looked at.
func RoomBefore(now time.Time) time.Time { return now.AddDate(0, 0, -roomSpan) }

// Room says how the disk of the database fills, which has so many bytes and had so many before
// (0: not known), and whether the founder should hear of it.
func Room(free, bytes, before int64) (f RoomFacts, low bool) {
	f = RoomFacts{Free: free}
	if grown := bytes - before; before > 0 && grown > 0 {
		if days := free / max(1, grown/roomSpan); days < roomSoon {
			f.Days = max(1, int(days))
		}
	}
	return f, free < RoomLow || f.Days > 0
}
