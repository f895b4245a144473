package fence

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
)

// Git reports whether the machine's git can merge two trees without a
// folder. Its error is a *MissingError when it cannot.
func Git(ctx context.Context) error {
	out, err := Own(ctx, nil, nil, "git", "version")
	if errors.Is(err, exec.ErrNotFound) {
		return &MissingError{"git is missing here", "apt install git (or your system's package of that name)"}
	}
	if err != nil {
		return fmt.Errorf("ask git for its version: %w", err)
	}
	var major, minor int
	if _, err := fmt.Sscanf(string(out), "git version %d.%d", &major, &minor); err != nil {
		return nil //nolint:nilerr // it tells its version otherwise; what it cannot do it will say
	}
	if major < gitMajor || major == gitMajor && minor < gitMinor {
		return &MissingError{fmt.Sprintf("git %d.%d is too old here for merging without a folder", major, minor), fmt.Sprintf("install %d.%d or newer", gitMajor, gitMinor)}
	}
	return nil
}

// The first git that knows "merge-tree --write-tree".
const gitMajor, gitMinor = 2, 38
