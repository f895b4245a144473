package senses_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/testing/llmtest"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/llm/prompt"
	"github.com/frasier-cos/frasier/worker/fence"
	"github.com/frasier-cos/frasier/worker/senses"
)

// The test's own program decodes pictures behind the walls, as the worker does.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == senses.InsideArgument {
		os.Exit(senses.Inside(os.Stderr)) //nolint:forbidigo // it is the program
	}
	os.Exit(m.Run()) //nolint:forbidigo // it is the program
}

// desk keeps what is read, in memory.
type desk struct {
	mu    sync.Mutex
	waits []org.Reading
	kept  map[int][2]string // text and note by the file's number
	off   int
}

func (d *desk) ClaimReadings(context.Context, string, time.Duration) ([]org.Reading, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := d.waits
	if d.waits = nil; out == nil {
		return nil, org.ErrNoWork
	}
	return out, nil
}

func (d *desk) KeepReading(_ context.Context, _ string, r org.Reading, text, note string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.kept[r.N] = [2]string{text, note}
	return nil
}

func (d *desk) PutReadingOff(context.Context, string, org.Reading, time.Time) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.off++
	return nil
}

// books is a ledger in memory.
type books struct {
	mu    sync.Mutex
	begun []org.ModelCall
	ended map[string]org.CallEnd
	full  int // how often the end of a call is not stored, since the disk is full
}

func (b *books) BeginCall(_ context.Context, c org.ModelCall) (org.CallEnd, bool, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if e, ok := b.ended[c.Key]; ok && e.State == org.CallUsable {
		return e, true, nil
	}
	b.begun = append(b.begun, c)
	return org.CallEnd{Key: c.Key, Try: 1}, false, nil
}

func (b *books) EndCall(_ context.Context, e org.CallEnd) (org.ModelHealth, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.full > 0 {
		b.full--
		return org.ModelHealth{}, fmt.Errorf("store the end of %s: %w", e.Key, org.ErrDisk)
	}
	b.ended[e.Key] = e
	return org.ModelHealth{Answered: true}, nil
}

// hold reports each reply that was written down with a secret in it.
func (b *books) hold(t *testing.T, secret string) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for key, e := range b.ended {
		if strings.Contains(e.Reply, secret) || e.Reply == "" {
			t.Errorf("the ledger keeps of %s: %q", key, e.Reply)
		}
	}
}

// bench is a reader with all that it touches.
type bench struct {
	*senses.Reader
	desk   *desk
	books  *books
	server *llmtest.Server
}

// open makes a reader whose models are those of an endpoint with the given options.
func open(t *testing.T, o llmtest.Options) *bench {
	t.Helper()
	set, err := prompt.Load("")
	if err != nil {
		t.Fatal(err)
	}
	set.Facts = true
	prices, err := llm.LoadPrices()
	if err != nil {
		t.Fatal(err)
	}
	server, url := llmtest.Start(t, o)
	b := &bench{desk: &desk{kept: map[int][2]string{}}, books: &books{ended: map[string]org.CallEnd{}}, server: server}
	client := &llm.Client{
		Provider: &llm.Endpoint{Base: url}, Records: b.books, Models: llm.DefaultModels(), Prices: prices, Repair: set.Repair, Sight: set.Sight,
		Wait: func(context.Context, time.Duration) error { return nil }, Slots: llm.SlotsFor(4),
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	b.Reader = &senses.Reader{
		Records: b.desk, Client: client, Prompts: set, Program: program, Owner: "worker-1", Secret: "s", Now: time.Now,
		Walls: func(context.Context) (*fence.Fence, error) { return fence.New() },
	}
	return b
}

// read has files read and returns the text and the note of each.
func (b *bench) read(t *testing.T, all ...org.Reading) map[int][2]string {
	t.Helper()
	for i := range all {
		all[i].Message, all[i].N = "m1", i
		if all[i].Sense == "" {
			all[i].Sense = org.SensePicture
		}
	}
	b.desk.waits = all
	if err := b.Next(t.Context()); err != nil {
		t.Fatal(err)
	}
	return b.desk.kept
}

func drawn(t *testing.T, text string) []byte {
	t.Helper()
	raw, err := llmtest.DrawText(text, 3)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// onItsSide is a drawing as a camera stores it that was held upright: on its side,
// with a mark that says so, and where it was taken.
func onItsSide(t *testing.T, text string) []byte {
	t.Helper()
	upright, err := png.Decode(bytes.NewReader(drawn(t, text)))
	if err != nil {
		t.Fatal(err)
	}
	w, h := upright.Bounds().Dx(), upright.Bounds().Dy()
	side := image.NewGray(image.Rect(0, 0, h, w))
	for y := range h {
		for x := range w {
			side.Set(y, w-1-x, upright.At(x, y))
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, side, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	exif := []byte("Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00GPS 52.5200 13.4050")
	out := append([]byte{0xff, 0xd8, 0xff, 0xe1}, binary.BigEndian.AppendUint16(nil, uint16(len(exif)+2))...)
	return append(append(out, exif...), b.Bytes()[2:]...)
}
