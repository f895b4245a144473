package cli

import (
	"maps"
	"testing"

	commands "github.com/frasier-cos/frasier/bot/command"
)

// A command of a chat is the shell's too by its Shell alone. Those that the shell carries out itself need this machine.
func TestCommandsOfNounsStandOnce(t *testing.T) {
	own := map[string]string{
		"diff": "its output is a patch for other programs", "checks": "it prints what checks wrote, whole", "workspaces": "it puts files into folders here",
		"repo": "it takes folders of this machine", "export": "it writes a folder here", "dashboard": "its link is for the browser here", "doctor": "it tries what this machine has",
	}
	left, listed := maps.Clone(own), listedGroups()
	for _, n := range commands.Commands() {
		for _, g := range listed {
			for _, one := range g.list {
				if one.name() != n.Name || n.Shell != nil {
					continue
				}
				if delete(left, n.Name); own[n.Name] == "" {
					t.Errorf("the shell lists %s by hand: give its noun a Shell, or say why not", n.Name)
				}
			}
		}
	}
	for name := range left {
		t.Errorf("%s is not by hand in the shell any more", name)
	}
}
