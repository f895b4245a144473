package notion

import (
	"context"
	"fmt"

	"github.com/frasier-cos/frasier/bot/publish/sink"
)

// fillBelow makes and fills the pages of a long document, and puts those of ours into the bin that it does not have any more.
func (n *Notion) fillBelow(ctx context.Context, top pageReply, below []part) ([]child, error) {
	if len(below) == 0 {
		return nil, nil
	}
	there, err := n.ownParts(ctx, top)
	if err != nil {
		return nil, err
	}
	out := make([]child, 0, len(below))
	for i, b := range below {
		c := child{title: b.title}
		in := map[string]any{"properties": map[string]any{"title": titleValue(b.title)}}
		var made pageReply
		if i < len(there) && there[i].id != "" {
			err = n.call.Call(ctx, sink.Patch("name a part", "/v1/pages/"+there[i].id), in, &made)
		} else {
			in["parent"] = map[string]any{"type": "page_id", "page_id": top.ID}
			err = n.call.Call(ctx, sink.Post("make a part", "/v1/pages"), in, &made)
		}
		if err != nil {
			return nil, err
		}
		c.id = made.ID
		if _, err := n.replace(ctx, made, b, nil); err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	for _, c := range there[min(len(below), len(there)):] {
		if c.id == "" {
			continue
		}
		if err := n.Trash(ctx, c.id, true); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// ownParts lists the parts of a page by their numbers, with which their titles begin. What people put there is none of them, whatever its title.
func (n *Notion) ownParts(ctx context.Context, top pageReply) ([]child, error) {
	var out []child
	err := n.listBelow(ctx, top.ID, func(c child) bool {
		if number := numberOf(c); c.by == top.Author.ID && c.by != "" && number > 0 {
			for len(out) < number {
				out = append(out, child{})
			}
			if out[number-1].id == "" {
				out[number-1] = c
			}
		}
		return true
	})
	return out, err
}

// numberOf reads the number of a part; 0 where its title has none.
func numberOf(c child) int {
	number := 0
	if _, err := fmt.Sscanf(c.title, "%d. ", &number); err != nil || number > listMost*100 {
		return 0
	}
	return number
}
