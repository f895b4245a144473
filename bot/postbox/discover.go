package postbox

import (
	"context"
	"errors"
)

// Discover looks whether a mailbox opens, and by which folders it works: that of what was sent, and that of drafts. Nothing is changed there.
func (b *Box) Discover(ctx context.Context, a Access) (people int, err error) {
	err = b.talk(ctx, a, func(s *session) error {
		if _, err := s.open(inbox); err != nil {
			return err
		}
		drafts, err := s.drafts()
		if err != nil {
			return err
		}
		if drafts == "" {
			return errors.New("there is no folder for drafts; make one named Drafts")
		}
		found, err := s.readRecipients(b.Now().Add(-peopleBack))
		people = len(found)
		return err
	})
	if err != nil || a.SMTP == "" {
		return people, err
	}
	ctx, stop := context.WithTimeout(ctx, smtpMost)
	defer stop()
	c, err := b.dialSMTP(ctx, a)
	if err != nil {
		return people, err
	}
	return people, c.Quit()
}
