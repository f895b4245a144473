package messages

import (
	"fmt"

	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/prose"
)

// HookOrdered tells what somebody else's program ordered.
func HookOrdered(h outward.Hook, o outward.HookOrder) string {
	const most = 300 // letters of an order that are shown
	text := fmt.Sprintf("Ordered by hook **%s**: %s\nI spend up to %s on it.", h.Name, wording.Plain(prose.Clip(o.Text, most, "…")), wording.Money(h.Share()))
	if o.Lead != "" {
		text += fmt.Sprintf(" Its sender wrote %s, which is something for me to read and orders nothing.", wording.Quote(o.Lead))
	}
	return text
}

// HookFull tells that a hook orders more than it may.
func HookFull(h outward.Hook) string {
	return fmt.Sprintf("Hook **%s** orders more than it may: %s an hour and %s a day. I sent its sender away for now; most come again by themselves. I say so once a day. To let it order more, add it again on my machine with `orders=` or `usd=`.",
		h.Name, wording.CountOf(h.Orders, "order", "orders"), wording.Money(h.Money))
}

// HookButtons end a hook.
func HookButtons(h outward.Hook) []org.Button {
	return []org.Button{{Label: "Stop hook " + prose.Clip(h.Name, 26, "…"), Command: "hooks off " + h.Name}}
}
