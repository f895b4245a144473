package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/bot/agenda"
	"github.com/frasier-cos/frasier/cmd/internal/app"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/sealed"
)

// connectCalendar takes the password, and a secret address, from the keyboard or a pipe, never from an argument.
func connectCalendar(ctx context.Context, c *call) error {
	const most = 3
	if len(c.rest) > most {
		return &usage{"usage: frasier connect calendar https://dav.example.com USER, or frasier connect calendar, which asks for a secret address that ends in .ics"}
	}
	return c.with(ctx, func(a *app.App) error {
		in := bufio.NewReader(io.LimitReader(c.In, 2*tokenMost))
		var open agenda.Access
		var err error
		if len(c.rest) > 1 {
			open.Address = c.rest[1]
		} else if open.Address, err = c.askLine(in, "Paste the address of the calendar, such as the secret one that ends in .ics, and press Enter:"); err != nil {
			return err
		}
		key := func() (sealed.Key, error) { return sealed.Open(a.Settings.Home) }
		days := agenda.New(a.Store, key, a.Settings.Allow, a.Now, a.Log)
		if _, err := days.ReadAddress(open.Address); err != nil {
			return &usage{fmt.Sprintf("this is no address of a calendar that I ask (%s). It looks like https://dav.example.com and is in no private network; those that FRASIER_FETCH_ALLOW names may be", hideAddress(err, open.Address))}
		}
		if len(c.rest) == most {
			open.User = c.rest[2]
			if open.Password, err = c.askLine(in, fmt.Sprintf("Paste the password of %s, best one for this app alone, and press Enter:", open.User)); err != nil {
				return err
			}
		}
		ctx, stop := context.WithTimeout(ctx, connectMost)
		defer stop()
		made, err := days.Discover(ctx, open)
		if err != nil {
			return fmt.Errorf("the calendar: %w. Nothing was kept", err)
		}
		return c.keepCalendar(ctx, a, made, open)
	})
}

// hideAddress leaves a secret address out of what is said.
func hideAddress(err error, address string) string {
	text := strings.ReplaceAll(err.Error(), strconv.Quote(address), "it")
	return strings.ReplaceAll(text, address, "it")
}

// keepCalendar names a calendar: as the one of its host and user that is there, else by the next free number.
func (c *call) keepCalendar(ctx context.Context, a *app.App, made outward.Calendar, open agenda.Access) error {
	all, err := a.Store.Calendars(ctx)
	if err != nil {
		return err
	}
	made.Name = "calendar"
	taken := func(name string) bool {
		return slices.ContainsFunc(all, func(o outward.Calendar) bool { return o.Name == name })
	}
	if i := slices.IndexFunc(all, func(o outward.Calendar) bool {
		return o.Host == made.Host && o.Account == made.Account && o.Account != ""
	}); i >= 0 {
		made.Name = all[i].Name
	} else {
		for n := 2; taken(made.Name); n++ {
			made.Name = "calendar" + strconv.Itoa(n)
		}
	}
	key, err := sealed.Open(a.Settings.Home)
	if err != nil {
		return err
	}
	if made.Sealed, err = open.Seal(key, made.Name); err != nil {
		return err
	}
	if err := a.Store.AddCalendar(ctx, made); err != nil {
		if errors.Is(err, org.ErrConflict) {
			return &usage{fmt.Sprintf("there are %d calendars already: frasier calendars lists them, frasier calendars remove NAME takes one away", outward.CalendarsMost)}
		}
		return err
	}
	what := "The calendar"
	if n := len(made.Paths); n > 1 {
		what = strconv.Itoa(n) + " calendars"
	}
	c.printf("Connected as %s: %s at %s. Its address and password are kept encrypted; \"frasier calendars remove %s\" deletes them.\nToday's meetings stand in your brief and under \"frasier meetings\"; none of them is kept.\n", made.Name, what, made.Host, made.Name)
	return nil
}

const tokenMost = 4096 // bytes of a line

func (c *call) askLine(in *bufio.Reader, question string) (string, error) {
	if _, err := fmt.Fprintln(c.Err, question); err != nil {
		return "", err
	}
	line, err := in.ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("read a line: %w", err)
	}
	if line = strings.TrimSpace(line); line == "" {
		return "", &usage{"there was nothing. Nothing was changed"}
	}
	return line, nil
}
