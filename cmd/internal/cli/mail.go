package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/frasier-cos/frasier/bot/postbox"
	"github.com/frasier-cos/frasier/bot/wording"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/cmd/internal/app/botside"
	"github.com/frasier-cos/frasier/internal/sealed"
)

// connectMail takes the password from the keyboard or a pipe, never from an argument.
func connectMail(ctx context.Context, c *call) error {
	const least, most = 3, 4
	if len(c.rest) < least || len(c.rest) > most {
		return &usage{"usage: frasier connect mail imap.example.com you@example.com [smtp.example.com]. Without the last I read and save drafts; with it I can send too, and ask you each time"}
	}
	return c.with(ctx, func(a *app.App) error {
		box := botside.Mailbox(a)
		var open postbox.Access
		var err error
		if open.Host, err = box.ReadHost(c.rest[1]); err != nil {
			return &usage{fmt.Sprintf("this is no host of a mailbox that I ask: %s", err)}
		}
		if len(c.rest) == most {
			if open.SMTP, err = box.ReadSMTP(c.rest[most-1]); err != nil {
				return &usage{fmt.Sprintf("this is no host that mail is sent by: %s", err)}
			}
		}
		if _, ok := postbox.CheckAddress(c.rest[2]); !ok {
			return &usage{fmt.Sprintf("%q is no address of mail, which looks like you@example.com", c.rest[2])}
		}
		open.User = c.rest[2]
		if open.Password, err = c.askLine(bufio.NewReader(io.LimitReader(c.In, tokenMost)), fmt.Sprintf("Paste the password of %s, best one for this app alone, and press Enter:", open.User)); err != nil {
			return err
		}
		ctx, stop := context.WithTimeout(ctx, connectMost)
		defer stop()
		people, err := box.Discover(ctx, open)
		if err != nil {
			return fmt.Errorf("the mailbox: %w. Nothing was kept", err)
		}
		key, err := sealed.Open(a.Settings.Home)
		if err != nil {
			return err
		}
		made, err := open.Connection(key)
		if err != nil {
			return err
		}
		if err := a.Store.Connect(ctx, made); err != nil {
			return err
		}
		c.printf("Connected as mail: %s at %s. Its password is kept encrypted; \"frasier disconnect mail\" deletes it.\n"+
			"I read unread mail of the %s whom you wrote to within 90 days, and of those that \"frasier senders add ADDRESS\" names. Nothing is marked as read, and none of it is kept.\n", made.Account, made.Host(), wording.CountOf(people, "person", "people"))
		if open.SMTP == "" {
			c.printf("I can save drafts and send nothing.\n")
		} else {
			c.printf("I can save drafts, and send one after you said yes to it, each time.\n")
		}
		return nil
	})
}
