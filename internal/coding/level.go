package coding

import "fmt"

// Level limits what may be done to a repository.
type Level string

// The levels. Where nobody said, changes may be made.
const (
	LevelEdit     Level = "edit"
	LevelReadOnly Level = "read-only"
)

// ReadOnly reports whether nothing may be changed in a repository.
func (r Repository) ReadOnly() bool { return r.Policy.Level == LevelReadOnly }

// DescribeReadOnly says that nothing is changed in a repository, and what lets it, as a sentence that goes on.
func (r Repository) DescribeReadOnly() string {
	return fmt.Sprintf("%s is read-only: nothing is changed or merged there, nothing comes into its folder and nothing is pushed. To allow changes: frasier repo set %s level edit", r.Name, r.Name)
}

// DescribeLevel names the level of a repository and what it means, in a few words.
func (r Repository) DescribeLevel() string {
	if r.ReadOnly() {
		return "read-only (nothing is changed there)"
	}
	return "edit (changes may be made)"
}
