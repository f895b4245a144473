package org_test

import (
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
)

func TestLooping(t *testing.T) {
	const gap = 5 * time.Second
	here := org.Channel{Transport: org.ThreadedTransport, ID: "1"}
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	// volley is n turns, each message so long after the answer before it.
	volley := func(n int, after, length time.Duration) ([]org.PastTurn, org.Message) {
		var turns []org.PastTurn
		for i := range n {
			at := now.Add(-length * time.Duration(n-i))
			turns = append(turns, org.PastTurn{Message: org.Message{Channel: here, Author: "ana", Text: "> yes?", SaidAt: at.Add(after - length)}, Reply: "Yes?", At: at})
		}
		return turns, org.Message{Channel: here, Author: "ana", Text: "> yes?", SaidAt: now.Add(after - length)}
	}
	for _, c := range []struct {
		name   string
		n      int
		after  time.Duration
		length time.Duration
		change func([]org.PastTurn, *org.Message)
		want   org.Loop
	}{
		{"nine answers", org.LoopReplies - 1, time.Second, gap, nil, org.NoLoop},
		{"ten answers", org.LoopReplies, time.Second, gap, nil, org.LoopBegins},
		{"slowly", org.LoopReplies, time.Second, gap + 2*time.Second, nil, org.NoLoop},
		{"a burst said before the answers", org.LoopReplies, -time.Second, gap, nil, org.NoLoop},
		{"something else each time", org.LoopReplies, time.Second, gap, func(p []org.PastTurn, _ *org.Message) { p[4].Message.Text = "And Lisbon?" }, org.NoLoop},
		{"the same words each time", org.LoopReplies, time.Second, gap, func(p []org.PastTurn, m *org.Message) {
			for i := range p {
				p[i].Message.Text = "What?"
			}
			m.Text = " what? "
		}, org.LoopBegins},
		{"another author", org.LoopReplies, time.Second, gap, func(_ []org.PastTurn, m *org.Message) { m.Author = "ben" }, org.NoLoop},
		{"two people in turn", org.LoopReplies, time.Second, gap, func(p []org.PastTurn, _ *org.Message) { p[4].Message.Author = "ben" }, org.NoLoop},
		{"a terminal", org.LoopReplies, time.Second, gap, func(_ []org.PastTurn, m *org.Message) { m.Channel.Transport = "terminal" }, org.NoLoop},
		{"said so already", 1, time.Second, gap, func(p []org.PastTurn, _ *org.Message) { p[0].Reply = org.LoopText }, org.LoopGoesOn},
		{"ten minutes later", 1, time.Second, org.LoopRest, func(p []org.PastTurn, _ *org.Message) { p[0].Reply = org.LoopText }, org.NoLoop},
	} {
		turns, m := volley(c.n, c.after, c.length)
		if c.change != nil {
			c.change(turns, &m)
		}
		if got := org.Looping(turns, m, now); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}
