package postbox

import (
	"context"
	"mime"
	"net/mail"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html/charset"

	"github.com/frasier-cos/frasier/internal/extract"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/reports"
	"github.com/frasier-cos/frasier/internal/safetext"
)

const (
	fieldMost  = 300 // characters of a name or a subject
	othersMost = 5   // people that are named when it is not clear who is meant
)

// decode returns a field of a head as people read it, in one line.
func decode(text string) string {
	d := mime.WordDecoder{CharsetReader: charset.NewReaderLabel}
	if out, err := d.DecodeHeader(text); err == nil {
		text = out
	}
	text, _ = safetext.Visible(strings.ToValidUTF8(text, ""))
	return prose.First(prose.OneLine(safetext.Neutral(text)), fieldMost)
}

// addresses reads a field of addresses; what cannot be read is none.
func addresses(h mail.Header, field string) []*mail.Address {
	const most = 8 << 10 // bytes
	text := h.Get(field)
	if text == "" || len(text) > most {
		return nil
	}
	p := mail.AddressParser{WordDecoder: &mime.WordDecoder{CharsetReader: charset.NewReaderLabel}}
	out, err := p.ParseList(text)
	if err != nil {
		return nil
	}
	for _, a := range out {
		a.Name = decode(a.Name)
	}
	return out
}

// Letter reads the newest mail of whom a word means: unread mail first, else the newest that was read. Where several people may be meant, or none
// is, it says whom there is.
func (b *Box) Letter(ctx context.Context, who string) (reports.Letter, error) {
	named, err := b.Records.MailSenders(ctx)
	if err != nil {
		return reports.Letter{}, err
	}
	var out reports.Letter
	err = b.use(ctx, func(s *session) error {
		people, err := b.readPeople(s, named)
		if err != nil {
			return err
		}
		out, err = b.findLetter(s, people, who)
		return err
	})
	return out, err
}

// findLetter reads the newest mail of whom a word means. The caller holds the lock.
func (b *Box) findLetter(s *session, people map[string]string, who string) (reports.Letter, error) {
	meant := map[string]string{}
	for address, name := range people {
		if means(who, address, name) {
			meant[address] = name
		}
	}
	if len(meant) == 0 {
		return reports.Letter{}, nil
	}
	if _, err := s.open(inbox); err != nil {
		return reports.Letter{}, err
	}
	for _, unread := range []bool{true, false} {
		found, err := s.searchFrom(meant, unread, b.Now().Add(-peopleBack))
		if err != nil {
			return reports.Letter{}, err
		}
		out, done, err := b.readNewest(s, meant, found)
		if done || err != nil {
			out.Unread = unread
			return out, err
		}
	}
	return reports.Letter{}, nil
}

// readNewest reads the newest of mails that is of those who are meant. A server searches by parts of addresses, so a few are looked at.
func (b *Box) readNewest(s *session, meant map[string]string, found []uint32) (out reports.Letter, done bool, err error) {
	const looked = 5
	found = found[:min(len(found), looked)]
	if len(found) > b.room() {
		return out, false, errFull
	}
	heads, err := s.heads(found)
	if err != nil {
		return out, false, err
	}
	b.spend(len(heads))
	newest := uint32(0)
	for _, id := range found {
		l := heads[id].line()
		if _, ok := meant[l.Address]; !ok {
			continue
		}
		if newest == 0 {
			newest, out.MailLine = id, l
		}
		if l.Address != out.Address && !slices.Contains(out.Others, l.Address) && len(out.Others) < othersMost {
			out.Others = append(out.Others, l.Address)
		}
	}
	if newest == 0 {
		return out, false, nil
	}
	if len(out.Others) > 0 {
		return reports.Letter{Others: append([]string{out.Address}, out.Others...)}, true, nil
	}
	raw, err := s.raw(newest)
	if err != nil {
		return out, false, err
	}
	out.ID = messageID(heads[newest].Get("Message-Id"))
	text := extract.MailBody(raw)
	out.Text = prose.FirstBytes(text, TextMost)
	out.Cut = len(out.Text) < len(text) || len(raw) >= rawMost
	return out, true, nil
}

// means reports whether a word names somebody: his address, its part before the @, or a word of his name.
func means(who, address, name string) bool {
	who = strings.ToLower(strings.TrimSpace(who))
	local, _, _ := strings.Cut(address, "@")
	if who == "" || who == address || who == local || who == strings.ToLower(name) {
		return who != ""
	}
	words := func(text string) []string {
		return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	}
	return slices.Contains(words(name), who) || slices.Contains(words(local), who)
}

// messageID returns an id that may stand in the head of another mail; empty for what is none.
func messageID(text string) string {
	text = strings.TrimSpace(text)
	const most = 250 // bytes: a longer one is a head's line of its own
	if len(text) > most || !strings.HasPrefix(text, "<") || !strings.HasSuffix(text, ">") || strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' }) || strings.Count(text, "<") != 1 || !strings.Contains(text, "@") {
		return ""
	}
	return text
}
