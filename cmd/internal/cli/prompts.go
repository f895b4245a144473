package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm/prompt"
)

// prompts renders every prompt, the founder's own among them, and says what is
// wrong with any: prompts check. It opens no database and calls nobody.
func prompts(_ context.Context, c *call) error {
	if len(c.rest) != 1 || c.rest[0] != "check" {
		return &usage{"prompts takes one word: frasier prompts check"}
	}
	set, err := prompt.Load(c.settings.Prompts)
	if err != nil {
		return fmt.Errorf("%w: load prompts: %w", errInput, err)
	}
	set.Identity = prompt.Identity{Name: c.settings.Name, NorthStar: c.settings.NorthStar}
	list, bad := set.Check(), 0
	for _, p := range list {
		if len(p.Faults) > 0 {
			bad++
		}
	}
	if c.flags.json {
		if err := c.writeJSON(list); err != nil {
			return err
		}
	} else if err := c.printChecked(set, list); err != nil {
		return err
	}
	if bad > 0 {
		return &exit{Failed}
	}
	return nil
}

func (c *call) printChecked(set *prompt.Set, list []prompt.Checked) error {
	for _, p := range list {
		own := ""
		if p.Replaced {
			own = " (yours)"
		}
		if len(p.Faults) > 0 {
			c.printf("WRONG %s%s: %s\n", p.Name, own, strings.Join(p.Faults, "; "))
			continue
		}
		c.printf("ok    %s%s: %d tokens\n", p.Name, own, p.Tokens)
	}
	for _, tier := range []org.Tier{org.T1, org.T2} {
		share, err := set.StepShare(tier)
		if err != nil {
			return err
		}
		c.printf("%s: %.0f %% of a step's prompts can come from a cache\n", tier, 100*share)
	}
	return nil
}
