package code

import (
	"errors"
	"slices"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/store/sqldb"
)

// Answered keeps what a step that was to change code ends with where nothing is to be changed. It refuses an answer that no
// test shows: one that Frasier ran itself, on the code that the step started from, and that passed.
func Answered(t *sqldb.Tx, id org.StepID, a coding.Answer) error {
	o, err := OrderOf(t.Ctx, t, id)
	if err != nil {
		return err
	}
	if o == nil {
		return errors.New("an answer by a step that changes no code")
	}
	if a.Text == "" || a.Test == "" || a.Tree == "" {
		return errors.New("completed without a change, and nothing shows that none is needed")
	}
	trials, err := readTrials(t.Ctx, t, `tail`, `step_id = ?`, id)
	if err != nil {
		return err
	}
	shows := func(x coding.Trial) bool {
		if x.Tree != a.Tree || x.Phase != coding.TrialBefore && x.Phase != coding.TrialRed || x.Reason != "" || slices.Contains(x.Failing, a.Test) {
			return false
		}
		return x.Passed > 0 || x.Good()
	}
	if !slices.ContainsFunc(trials[id], shows) {
		return errors.New("completed without a change, and no check ran that shows that none is needed")
	}
	text, err := sqldb.JSONText(a)
	if err != nil {
		return err
	}
	return t.Exec(`UPDATE code_steps SET answer = ? WHERE step_id = ?`, text, id)
}

// Reopen takes back what a step that is done again had answered.
func Reopen(t *sqldb.Tx, id org.StepID) error {
	return sqldb.Wrap("take back the answer of "+string(id), t.Exec(`UPDATE code_steps SET answer = '' WHERE step_id = ? AND answer <> ''`, id))
}

// parseAnswer returns nil for a step that answered nothing.
func parseAnswer(text string) (*coding.Answer, error) {
	if text == "" {
		return nil, nil // most steps change something
	}
	var a coding.Answer
	return &a, sqldb.FromJSON(text, &a)
}
