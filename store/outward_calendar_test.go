package store_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/testing/storetest"
	"github.com/frasier-cos/frasier/store"
)

func dav(name string) outward.Calendar {
	return outward.Calendar{Name: name, Kind: outward.CalDAV, Host: "dav.example.com", Account: "anna", Paths: []string{"/anna/work/"}, Sealed: []byte{1}}
}

// There are so many calendars; one that refuses is off until it is connected again.
func TestCalendarsAreKept(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	for i := range outward.CalendarsMost {
		o.ok(o.db.AddCalendar(ctx, dav(fmt.Sprintf("calendar%d", i))))
	}
	o.want(o.db.AddCalendar(ctx, dav("more")), org.ErrConflict)
	for range 2 {
		o.ok(o.db.SwitchCalendarOff(ctx, "calendar1", "its password is not accepted"))
	}
	all, err := o.db.Calendars(ctx)
	o.ok(err)
	if c := all[1]; len(all) != outward.CalendarsMost || c.On || c.Why == "" || c.Paths[0] != "/anna/work/" || !all[0].On {
		t.Errorf("they stand so: %+v", all)
	}
	o.ok(o.db.AddCalendar(ctx, dav("calendar1")))
	o.ok(o.db.RemoveCalendar(ctx, "calendar0"))
	o.want(o.db.RemoveCalendar(ctx, "calendar0"), org.ErrNotFound)
	all, err = o.db.Calendars(ctx)
	o.ok(err)
	if len(all) != outward.CalendarsMost-1 || !all[0].On || all[0].Why != "" {
		t.Errorf("then: %+v", all)
	}
}

// On a day with nothing but meetings there is a brief; neither it nor an answer about them has a word of theirs before it is sent.
func TestMeetingsAreToldAndNotKept(t *testing.T) {
	o := newInstance(t)
	ctx := t.Context()
	id, _, err := o.db.SaveMessage(ctx, org.Message{Channel: org.Channel{Transport: "discord", ID: "c1"}, Origin: "1", Author: "1000", Text: "What is on today?"})
	o.ok(err)
	_, err = o.db.SaveTurn(ctx, org.Turn{Message: id, Route: org.ActionResponse, Fleeting: org.FleetingMeetings})
	o.ok(err)
	for _, meets := range []bool{false, true, true} {
		_, err := o.db.SendDigest(ctx, meets, false)
		o.ok(err)
	}
	said, err := o.db.Texts(ctx, `SELECT title || '|' || body || '|' || facts FROM deliveries ORDER BY seq`)
	o.ok(err)
	if len(said) != 2 || said[0] != `Today||{"meetings":true}` || !strings.HasPrefix(said[1], "Your day||") || !strings.Contains(said[1], `"Meets":true`) {
		t.Errorf("to be sent: %q", said)
	}
	o.sound()
}

// A restored copy asks no calendar until it is connected again.
func TestARestoredCopyReadsNoCalendar(t *testing.T) {
	path := filepath.Join(storetest.Folder(t), "frasier.db")
	ctx := t.Context()
	db, err := store.Open(ctx, store.Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.AddCalendar(ctx, dav("calendar")); err != nil {
		t.Fatal(err)
	}
	backup, err := db.Backup(ctx, filepath.Join(filepath.Dir(path), "kept"))
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Restore(ctx, path, backup, opened); err != nil {
		t.Fatal(err)
	}
	if db, err = store.Open(ctx, store.Options{Path: path}); err != nil {
		t.Fatal(err)
	}
	all, err := db.Calendars(ctx)
	if err != nil || len(all) != 1 || all[0].On || !strings.Contains(all[0].Why, "frasier connect calendar") {
		t.Errorf("after a restore: %+v, %v", all, err)
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
}
