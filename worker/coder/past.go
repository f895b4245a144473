package coder

import "strings"

// Past is what a writer did in a round, when its change comes back to it though code found it good.
type Past struct {
	turns []Turn
	tried int
	told  string // before the first of them
}

// PastOf is what was done and tried before its writer goes on in the same round.
func PastOf(turns []Turn, tried int) Past { return Past{turns: turns, tried: tried} }

// Tell says to the writer why its change comes back.
func (p *Past) Tell(words string) {
	if len(p.turns) == 0 {
		p.told = words
		return
	}
	last := &p.turns[len(p.turns)-1]
	last.Saw = strings.TrimSpace(last.Saw + "\n" + words)
}

// goOn takes up what was done. A change that comes back has turns and tries of its own.
func (w *work) goOn(p *Past) {
	w.turns, w.tried, w.told = p.turns, p.tried, p.told
	w.Tries += p.tried
	if n := len(p.turns); n > 0 {
		w.Turns = max(w.Turns, n+codeTurnsBack)
		for _, t := range p.turns {
			w.recallHouse(t.Saw)
		}
	}
}

func (w *work) keepPast(p *Past) { p.turns, p.tried = w.turns, w.tried }
