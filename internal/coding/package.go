package coding

import (
	"fmt"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/prose"
)

// NewPackage is one that a change wants and the code before it did not have.
type NewPackage struct {
	Package
	// Newest is the version that a registry has to offer where the change names none, and At when it, or the named
	// one, was published; each is empty where the registry does not tell.
	Newest string    `json:"newest,omitempty"`
	At     time.Time `json:"at,omitzero"`
	// Other says that the code had this version, from elsewhere or with another checksum.
	Other bool `json:"other,omitempty"`
}

// PackageChange compares the packages of two trees.
type PackageChange struct {
	New  []NewPackage `json:"new,omitempty"`
	Gone []Package    `json:"gone,omitempty"`
	// Open says that no lock file names what the new ones need themselves.
	Open bool `json:"open,omitempty"`
	// Own counts those of the new ones that the change itself names, the others being what these require; zero for all.
	Own int `json:"own,omitempty"`
	// Ordered are those of the new ones that the founder's own words name, and Needs what the new ones require
	// themselves, of which nobody is asked twice.
	Ordered []Package `json:"ordered,omitempty"`
	Needs   []Package `json:"needs,omitempty"`
}

// Differs reports whether checks need other packages.
func (c PackageChange) Differs() bool { return len(c.New)+len(c.Gone) > 0 }

// Describe names a package with its version and its age.
func (n NewPackage) Describe(now time.Time) string {
	const most = 160 // letters: a lock file may name anything
	name := prose.Clip(ShownPath(strings.TrimSpace(n.Name+" "+n.Version)), most, "…")
	age := "age unknown"
	if !n.At.IsZero() {
		age = fmt.Sprintf("published %s, %s ago", n.At.UTC().Format(time.DateOnly), describeAge(now.Sub(n.At)))
	}
	if n.Newest != "" && n.Newest != n.Version {
		age = "newest there: " + prose.Clip(ShownPath(n.Newest), most, "…") + ", " + age
	}
	if n.Other {
		age = "the same version as before from elsewhere or with other content, " + age
	}
	return name + " (" + age + ")"
}

func describeAge(d time.Duration) string {
	const day = 24 * time.Hour
	switch days := int(max(0, d) / day); {
	case days < 1:
		return "less than a day"
	case days < 60:
		return prose.Count(days, "day")
	case days < 730:
		return prose.Count(days/30, "month")
	default:
		return prose.Count(days/365, "year")
	}
}
