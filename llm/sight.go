package llm

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"slices"
	"strings"
	"time"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
)

// Picture is a picture that a request shows. It is PNG or JPEG, which every model
// that sees takes.
type Picture struct {
	Media         string // image/png or image/jpeg
	Data          []byte
	Width, Height int
}

func (p Picture) buildAddress() string {
	return "data:" + p.Media + ";base64," + base64.StdEncoding.EncodeToString(p.Data)
}

func (p Picture) hashPicture() string {
	sum := sha256.Sum256(p.Data)
	return hex.EncodeToString(sum[:])
}

func addPictures(all []Message, pictures []Picture) []Message {
	if len(all) == 0 {
		return all
	}
	all = slices.Clone(all)
	last := &all[len(all)-1]
	var parts []Part
	for i := range pictures {
		parts = append(parts, Part{Picture: &pictures[i]})
	}
	last.Parts = append(parts, last.Parts...)
	return all
}

// The pictures of the request count as so many.
func (j *job) pictureTokens(m Model) int {
	n := 0
	for _, p := range j.req.Pictures {
		n += PictureTokens(m.ID, m.Family, p.Width, p.Height)
	}
	return n
}

// Of the configured models those that see are asked, the one of its tier first. Whether one does
// is learnt once, by a picture of a number, since endpoints leave out in silence what their model
// cannot take, and a model then tells what it has not seen.
func (c *Client) seesWith(ctx context.Context, r Request) ([]target, error) {
	var out []target
	var failed error
	for _, t := range c.listLookers(r) {
		known := c.state.traits.copyTraits(t.model.ID)
		_, sees := known[TraitSees]
		_, blind := known[TraitBlind]
		sees = sees && !blind
		if !sees && !blind && len(out) == 0 {
			var err error
			if sees, err = c.test(ctx, r, t); err != nil {
				failed = err
			}
		}
		if sees {
			out = append(out, t)
		}
	}
	switch {
	case len(out) > 0:
		return out, nil
	case failed != nil:
		return nil, failed
	}
	return nil, &Error{Class: ClassCatalog, Kind: "blind", Sentence: "None of the models can look at pictures.", RetryAfter: accountPause}
}

func (c *Client) listLookers(r Request) []target {
	if c.Sight == nil {
		return nil
	}
	var out []target
	for _, t := range []org.Tier{r.Tier, org.T2, org.TX, org.T1, org.T3} {
		m := c.getModel(t)
		if m.ID != "" && m.ID != r.NotModel && !slices.ContainsFunc(out, func(o target) bool { return o.model.ID == m.ID }) {
			out = append(out, target{t, m})
		}
	}
	return out
}

const (
	sightTries = 2 // a model that sees may misread a number once
	sightMost  = 999_999
	sightLeast = 100_000
)

// The model is shown a number; whether it can read it is remembered.
func (c *Client) test(ctx context.Context, r Request, t target) (bool, error) {
	blocks, err := c.Sight()
	if err != nil {
		return false, fmt.Errorf("render sight: %w", err)
	}
	said := ""
	for try := range sightTries {
		day := c.getNow().UTC().Format(time.DateOnly)
		sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %s %d", t.model.ID, day, c.nameEndpoint(), try))
		number := fmt.Sprint(sightLeast + binary.BigEndian.Uint32(sum[:])%(sightMost-sightLeast))
		pic, err := drawNumber(number)
		if err != nil {
			return false, err
		}
		row := limitsOf(org.StageSight, t.tier)
		limit := row.Limit
		if c.Unhurried > 0 {
			limit = c.Unhurried
		}
		j := &job{c: c, seers: []target{t}, req: Request{
			Purpose: org.StageSight, Caller: Caller{Project: r.Caller.Project, Key: "sight:" + t.model.ID + ":" + day, Seq: try},
			Tier: t.tier, Blocks: blocks, MaxTokens: row.Tokens, Effort: row.Effort, Limit: limit, Pictures: []Picture{pic},
		}}
		reply, err := j.run(ctx)
		switch refused := new(Error); {
		case errors.As(err, &refused) && refused.Kind == "blind":
			return false, nil // learnt from its refusal
		case errors.As(err, &refused) && refused.Class == ClassBug:
			c.recordTrait(ctx, org.ModelTrait{Model: t.model.ID, Trait: string(TraitBlind), Value: 1, Said: clipText(fmt.Sprint(refused.Err), 200)})
			return false, nil
		case errors.As(err, &refused) && Content(err): // it answered, and not with a number
		case err != nil:
			return false, err
		}
		if strings.Contains(listDigits(reply.Text), number) {
			c.recordTrait(ctx, org.ModelTrait{Model: t.model.ID, Trait: string(TraitSees), Value: 1, Said: "read " + number})
			return true, nil
		}
		said = clipText(prose.OneLine(reply.Text), 200)
	}
	c.recordTrait(ctx, org.ModelTrait{Model: t.model.ID, Trait: string(TraitBlind), Value: 1, Said: "asked for a number in a picture: " + said})
	return false, nil
}

// People put signs between digits.
func listDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" ,.'\u00a0\u202f", r) {
			return -1
		}
		return r
	}, s)
}

func drawNumber(number string) (Picture, error) {
	const scale, margin = 8, 4
	face := basicfont.Face7x13
	small := image.NewGray(image.Rect(0, 0, len(number)*face.Advance+2*margin, face.Height+2*margin))
	draw.Draw(small, small.Bounds(), image.White, image.Point{}, draw.Src)
	d := font.Drawer{Dst: small, Src: image.Black, Face: face, Dot: fixed.P(margin, margin+face.Ascent)}
	d.DrawString(number)
	w, h := small.Bounds().Dx()*scale, small.Bounds().Dy()*scale
	large := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			large.SetGray(x, y, color.Gray{Y: small.GrayAt(x/scale, y/scale).Y})
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, large); err != nil {
		return Picture{}, fmt.Errorf("draw a number: %w", err)
	}
	return Picture{Media: "image/png", Data: b.Bytes(), Width: w, Height: h}, nil
}
