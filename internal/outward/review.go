package outward

import "time"

// Review holds all that somebody said of a pull request at once.
type Review struct {
	ID      int64
	Author  Person
	State   ReviewState // empty: it decides nothing
	Void    bool        // somebody took it back
	Body    string
	Link    string
	At      time.Time
	Remarks []Remark
}

// Remark speaks of one line.
type Remark struct {
	ID     int64     `json:"id"`
	Review int64     `json:"review"`
	Author Person    `json:"author"`
	Path   string    `json:"path"`
	Line   int       `json:"line"`
	Hunk   string    `json:"hunk"` // the lines it stands below, as a diff
	Body   string    `json:"body"`
	Link   string    `json:"link"`
	Reply  int64     `json:"reply"` // the remark it answers; 0 for none
	At     time.Time `json:"at"`
}

// DecideReviews says what reviews come to: of each person the last that decides counts, and one who asks for changes outweighs all. by is who.
func DecideReviews(all []Review) (s ReviewState, by string, id int64) {
	last := map[int64]Review{}
	var order []int64
	for _, r := range all {
		if r.State == "" {
			continue
		}
		if _, ok := last[r.Author.ID]; !ok {
			order = append(order, r.Author.ID)
		}
		last[r.Author.ID] = r
	}
	for _, who := range order {
		switch r := last[who]; {
		case r.Void:
		case r.State == ReviewChanges:
			return r.State, r.Author.Name, r.ID
		default:
			s, by, id = r.State, r.Author.Name, r.ID
		}
	}
	return s, by, id
}
