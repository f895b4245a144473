package org

import "fmt"

// Points counts what a draft was judged by: of the points asked, those met. Nothing asked means
// that nobody counted.
type Points struct {
	Met   int `json:"met"`
	Asked int `json:"asked"`
}

// Counted reports whether somebody counted.
func (p Points) Counted() bool { return p.Asked > 0 }

// All reports whether every point was met that was asked.
func (p Points) All() bool { return p.Met == p.Asked }

// Add sums up two counts.
func (p Points) Add(o Points) Points { return Points{p.Met + o.Met, p.Asked + o.Asked} }

// String says them to people.
func (p Points) String() string {
	if p.Asked == 1 {
		return fmt.Sprintf("%d of 1 point", p.Met)
	}
	return fmt.Sprintf("%d of %d points", p.Met, p.Asked)
}

// ScoreOfAll is the score of a draft that met all it was asked, in a program that counted no
// points.
const ScoreOfAll = 4.0

// FellShort reports whether a draft got less than all points, which its score tells where
// nobody counted them.
func FellShort(p Points, score float64) bool {
	return !p.All() || !p.Counted() && score < ScoreOfAll
}

// SayPoints says what a draft got to people, a score never.
func SayPoints(p Points, score float64) string {
	switch {
	case p.Counted():
		return p.String()
	case FellShort(p, score):
		return "not all points"
	}
	return "all points"
}
