package coding

// Answer ends a step that changes code where nothing is to be changed, because what it was asked for is
// not so: the words of whoever looked, and the test that shows it.
type Answer struct {
	Text string `json:"text"`
	Test string `json:"test"`          // its name, as the checks name it, or the check that passes with it
	Tree string `json:"tree"`          // on which it passes: what the step started from, with that test
	New  bool   `json:"new,omitempty"` // it was written to find out, and is not kept
	// Read says that the step read a pull request of somebody else, at the commit Tree: that it found something is no change either.
	Read bool `json:"read,omitempty"`
}
