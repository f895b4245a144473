package cmd_test

import (
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/frasier-cos/frasier/internal/testing/caltest"
)

// startCalendars serves the .ics files of a folder as calendars of the user anna, whose password is pass-word: calendars DIR. Their address is $CALENDARS.
func startCalendars(ts *testscript.TestScript, neg bool, args []string) {
	s := caltest.New(ts.MkAbs(args[0]), "anna", "pass-word")
	atEnd(ts, s.Close)
	sceneOf(ts).asked["calendar"] = s.Requests.Load
	ts.Setenv("CALENDARS", s.URL)
	ts.Setenv("FRASIER_FETCH_ALLOW", "127.0.0.0/8")
}
