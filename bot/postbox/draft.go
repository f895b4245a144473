package postbox

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"mime"
	"mime/quotedprintable"
	"net/http"
	"net/mail"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"

	"github.com/frasier-cos/frasier/internal/extract"
	"github.com/frasier-cos/frasier/internal/outward"
)

const (
	referencesMost = 20       // ids that an answer names
	draftMost      = 64 << 10 // bytes of a draft, with its head
)

// Do carries out an action with mail: it looks whether that is done, does it where it is not, and reads it back.
func (b *Box) Do(ctx context.Context, c outward.Claim) (answer any, err error) {
	do := map[outward.Kind]func(context.Context, outward.Claim) (any, error){outward.SaveDraft: b.saveDraft, outward.SendDraft: b.sendDraft, outward.TakeBack: b.takeBack}[c.Action.Kind]
	if do == nil {
		return nil, &outward.RefusedError{Text: fmt.Sprintf("this version does not know how to do %q with mail", c.Action.Kind)}
	}
	return do(ctx, c)
}

// NewID makes the id of a draft: always the same for the same order, so that it is found again.
func (b *Box) NewID(ctx context.Context, order string) (string, error) {
	c, _, err := b.connection(ctx)
	if err != nil {
		return "", err
	}
	key, err := b.Key()
	if err != nil {
		return "", err
	}
	_, host, _ := strings.Cut(c.Account, "@")
	return fmt.Sprintf("<%.32s@%s>", key.Mark("mail:"+order), host), nil
}

// saveDraft puts an answer among the drafts, unless it is there or was sent already.
func (b *Box) saveDraft(ctx context.Context, c outward.Claim) (any, error) {
	var o outward.DraftOrder
	if err := json.Unmarshal(c.Action.Order, &o); err != nil {
		return nil, &outward.RefusedError{Text: "what is to be written cannot be read: " + err.Error()}
	}
	var out outward.DraftAnswer
	err := b.use(ctx, func(s *session) error {
		folder, found, err := s.findDraft(o.ID)
		if err != nil {
			return err
		}
		if found == nil {
			sent, err := s.isAnswered(o, c)
			if err == nil && sent {
				err = &outward.RefusedError{Text: "you sent it yourself meanwhile, so I wrote no second one"}
			}
			if err != nil {
				return err
			}
			raw, err := s.writeAnswer(o, b.Now())
			if err != nil {
				return err
			}
			if err := s.put(folder, raw, imap.FlagDraft, imap.FlagSeen); err != nil {
				return err
			}
			if _, found, err = s.findDraft(o.ID); err == nil && found == nil {
				err = fmt.Errorf("the draft is not in %s though it was taken", folder)
			}
			if err != nil {
				return err
			}
		}
		out = outward.DraftAnswer{ID: o.ID, Folder: folder, To: found.to, Hash: found.hash}
		return nil
	})
	return out, err
}

// isAnswered reports whether a draft was sent already: whoever saved it may have been killed before he could say so, and the founder may have sent it since.
// Some programs give a mail another id when they send it, so an answer to the same mail counts that was sent after the order.
func (s *session) isAnswered(o outward.DraftOrder, c outward.Claim) (bool, error) {
	const slack = time.Minute // of two clocks
	if !c.Again {
		return false, nil
	}
	folder, err := s.sent()
	if err != nil || folder == "" {
		return false, err
	}
	if found, err := s.findIn(folder, o.ID); err != nil || found != nil {
		return found != nil, err
	}
	ids, err := s.search(&imap.SearchCriteria{Header: []imap.SearchCriteriaHeaderField{{Key: "In-Reply-To", Value: o.Of}}})
	if err != nil {
		return false, err
	}
	heads, err := s.heads(ids[:min(len(ids), referencesMost)], "TO", "DATE", "IN-REPLY-TO")
	for _, h := range heads {
		at, dated := h.Date()
		to := slices.ContainsFunc(addresses(h.Header, "To"), func(a *mail.Address) bool { return strings.EqualFold(a.Address, o.To) })
		if dated == nil && to && messageID(h.Get("In-Reply-To")) == o.Of && at.After(c.Action.At.Add(-slack)) {
			return true, nil
		}
	}
	return false, err
}

// takeBack deletes a draft, unless somebody changed it.
func (b *Box) takeBack(ctx context.Context, c outward.Claim) (any, error) {
	var u outward.UndoOrder
	var was outward.DraftAnswer
	err := json.Unmarshal(c.Action.Order, &u)
	if err == nil {
		err = json.Unmarshal(u.Answer, &was)
	}
	if err != nil || u.Kind != outward.SaveDraft {
		return nil, &outward.RefusedError{Text: fmt.Sprintf("there is no way back from %q", u.Kind)}
	}
	return "undone", b.use(ctx, func(s *session) error {
		folder, found, err := s.findDraft(was.ID)
		switch {
		case err != nil || found == nil:
			return err
		case found.hash != was.Hash:
			return &outward.RefusedError{Status: http.StatusConflict, Text: "left the draft as it is: somebody changed it since I wrote it"}
		}
		if err := s.remove(folder, found.id); err != nil {
			return err
		}
		if _, found, err = s.findDraft(was.ID); err == nil && found != nil {
			err = fmt.Errorf("the draft is in %s though its end was taken", folder)
		}
		return err
	})
}

// draft is one as the mailbox has it.
type draft struct {
	id       uint32 // in its folder
	raw      []byte
	to, hash string
	text     string
	plain    bool // it is the text alone: nothing goes with it that is not shown
}

// findDraft looks for a draft among the drafts; nil where there is none.
func (s *session) findDraft(id string) (folder string, found *draft, err error) {
	if folder, err = s.drafts(); err != nil {
		return "", nil, err
	}
	if folder == "" {
		return "", nil, &outward.RefusedError{Text: "there is no folder for drafts in the mailbox; make one named Drafts"}
	}
	found, err = s.findIn(folder, id)
	return folder, found, err
}

func (s *session) findIn(folder, id string) (*draft, error) {
	if _, err := s.open(folder); err != nil {
		return nil, err
	}
	ids, err := s.search(byID(id))
	if err != nil {
		return nil, err
	}
	for _, n := range ids[:min(len(ids), referencesMost)] {
		raw, err := s.raw(n)
		if err != nil {
			return nil, err
		}
		m, err := mail.ReadMessage(bytes.NewReader(raw))
		if err != nil || messageID(m.Header.Get("Message-Id")) != id { // a server searches by parts
			continue
		}
		return readDraft(n, m.Header, raw), nil
	}
	return nil, nil
}

// readDraft reads what a draft says, and whom it goes to.
func readDraft(n uint32, h mail.Header, raw []byte) *draft {
	d := &draft{id: n, raw: raw, text: extract.MailBody(raw)}
	var all []string
	for _, field := range []string{"To", "Cc", "Bcc"} {
		for _, a := range addresses(h, field) {
			all = append(all, strings.ToLower(a.Address))
		}
	}
	d.to = strings.Join(all, ", ")
	sum := sha256.New()
	media, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	d.plain = err == nil && media == "text/plain" && len(raw) < rawMost && !strings.HasPrefix(strings.ToLower(h.Get("Content-Disposition")), "attachment")
	_, body, _ := bytes.Cut(raw, []byte("\r\n\r\n"))
	for _, part := range []string{d.to, decode(h.Get("Subject")), h.Get("Content-Type"), string(body)} {
		fmt.Fprintf(sum, "%d:%s", len(part), part)
	}
	d.hash = hex.EncodeToString(sum.Sum(nil))
	return d
}

// writeAnswer makes an answer to a mail, whose head is read again.
func (s *session) writeAnswer(o outward.DraftOrder, now time.Time) ([]byte, error) {
	if _, err := s.open(inbox); err != nil {
		return nil, err
	}
	found, err := s.search(byID(o.Of))
	if err != nil {
		return nil, err
	}
	heads, err := s.heads(found[:min(len(found), referencesMost)])
	if err != nil {
		return nil, err
	}
	for _, h := range heads {
		if messageID(h.Get("Message-Id")) == o.Of && h.line().Address == o.To {
			return makeAnswer(s.access.Account(), o, h.Header, now), nil
		}
	}
	return nil, &outward.RefusedError{Text: "the mail that it answers is not in the inbox any more"}
}

// makeAnswer writes an answer as a mail of plain text.
func makeAnswer(from string, o outward.DraftOrder, of mail.Header, now time.Time) []byte {
	subject := decode(of.Get("Subject"))
	if !strings.HasPrefix(strings.ToLower(subject), "re:") {
		subject = strings.TrimSpace("Re: " + subject)
	}
	ids := strings.Fields(of.Get("References"))
	if len(ids) == 0 {
		ids = strings.Fields(of.Get("In-Reply-To"))
	}
	ids = slices.DeleteFunc(ids, func(id string) bool { return messageID(id) == "" || id == o.Of })
	ids = append(ids[max(0, len(ids)-referencesMost):], o.Of)
	var b bytes.Buffer
	for _, line := range [][2]string{
		{"Date", now.Format(time.RFC1123Z)},
		{"From", "<" + from + ">"},
		{"To", "<" + o.To + ">"},
		{"Subject", mime.QEncoding.Encode("utf-8", subject)},
		{"Message-ID", o.ID},
		{"In-Reply-To", o.Of},
		{"References", strings.Join(ids, "\r\n ")},
		{"MIME-Version", "1.0"},
		{"Content-Type", "text/plain; charset=utf-8"},
		{"Content-Transfer-Encoding", "quoted-printable"},
	} {
		fmt.Fprintf(&b, "%s: %s\r\n", line[0], line[1])
	}
	b.WriteString("\r\n")
	w := quotedprintable.NewWriter(&b)
	_, _ = w.Write([]byte(strings.ReplaceAll(strings.TrimSpace(o.Text), "\n", "\r\n") + "\r\n")) //nolint:errcheck // memory
	_ = w.Close()                                                                                //nolint:errcheck // memory
	return b.Bytes()
}

// put saves a mail in a folder.
func (s *session) put(folder string, raw []byte, flags ...imap.Flag) error {
	if len(raw) > draftMost {
		return &outward.RefusedError{Text: fmt.Sprintf("it is longer than %d kB", draftMost>>10)}
	}
	cmd := s.client.Append(folder, int64(len(raw)), &imap.AppendOptions{Flags: flags})
	if _, err := cmd.Write(raw); err != nil {
		return err
	}
	if err := cmd.Close(); err != nil {
		return err
	}
	_, err := cmd.Wait()
	return err
}

// remove deletes one mail of a folder. Where a server can't expunge one alone, it stays there as deleted, for others in it may be marked so too.
func (s *session) remove(folder string, id uint32) error {
	if _, err := s.client.Select(folder, nil).Wait(); err != nil {
		return err
	}
	set := imap.UIDSetNum(imap.UID(id))
	if err := s.client.Store(set, &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagDeleted}, Silent: true}, nil).Close(); err != nil {
		return err
	}
	if !s.client.Caps().Has(imap.CapUIDPlus) {
		return nil
	}
	return s.client.UIDExpunge(set).Close()
}
