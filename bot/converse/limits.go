package converse

import "time"

// startFloor is the confidence below which a message starts nothing that
// costs money: it is likelier to be something else.
const startFloor = 0.50

// A message that no model answered rests this long.
const awayRest = 30 * time.Second

// So many answers in a row within loopWindow, each followed by a message of
// the same author, are a loop between two programs; their channel is then left
// alone for LoopRest.
const (
	LoopReplies = 10
	loopWindow  = time.Minute
	LoopRest    = 10 * time.Minute
)
