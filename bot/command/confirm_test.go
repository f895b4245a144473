package command_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/frasier-cos/frasier/bot/command"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/work"
)

// A yes carries out what asked back, and nothing else that was given before.
func TestConfirmMeansWhatAskedBack(t *testing.T) {
	o := newFixture(t)
	o.start("Oats")
	steps := []work.PlannedStep{step("a", "Prices")}
	for i := range 8 {
		steps = append(steps, step(fmt.Sprint("b", i), fmt.Sprint("Region ", i), "a"))
	}
	o.plan(steps...)
	o.finish()
	asked := o.again("i100", "redo s1 Only 2026")
	if o.events(org.EventStepReopened) > 0 || len(asked.Card.Buttons) == 0 || asked.Card.Buttons[0].Command != "confirm i100" {
		t.Fatalf("what many steps rest on is done again unasked, or nothing asks: %+v", asked)
	}
	o.again("i101", "status")
	o.sees(o.give("confirm i101"), "I'm not sure what that is a yes to")
	o.sees(o.give("confirm i999"), "I'm not sure what that is a yes to")
	o.sees(o.give("confirm i100"), "Only 2026")
	if n := o.events(org.EventStepReopened); n < 9 {
		t.Errorf("the yes reopens %d steps, want the step and all that rest on it", n)
	}
}

// Lists show what is used most first, and what only buttons give last.
func TestCommandsAreInOrder(t *testing.T) {
	var names []string
	for _, c := range command.Commands() {
		names = append(names, c.Name)
	}
	first, last := []string{"ask", "project", "status", "projects", "plan"}, []string{"confirm", "meant"}
	if !slices.Equal(names[:len(first)], first) || !slices.Equal(names[len(names)-len(last):], last) {
		t.Errorf("the commands are %q, want %q first and %q last", names, first, last)
	}
}
