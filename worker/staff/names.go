package staff

import (
	"hash/fnv"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

func adjectives() []string {
	return strings.Fields(`able airy amber apt arch blithe bold brave breezy bright brisk calm candid clear clever
		crisp deft eager early fair fleet fond frank fresh glad hardy hearty keen kind lively lucid mellow merry
		neat nimble noble patient plucky polite proud quick quiet rapid ready sage sharp snug solid spry steady
		stout sunny swift tidy true upbeat vivid warm wise witty`)
}

func animals() []string {
	return strings.Fields(`badger beaver bison bittern chough civet condor coot crane curlew dingo dipper dunlin
		egret eider falcon ferret finch gannet gecko gibbon grouse heron hoopoe ibex ibis jackal kestrel kiwi
		lapwing lemur linnet lynx magpie marlin marten merlin mink newt ocelot oriole osprey otter petrel
		pipit plover puffin quail raven robin sable serval shrew stilt stoat swift tapir tern vole wren`)
}

// Name gives a hire a short name that is easy to keep in mind, "Brisk Otter",
// and an id made of it (M-013). The same seed gives the same name; when taken
// reports that a name is in use, the next one is tried, and when all are, a
// number is added.
func Name(seed string, taken func(name string) bool) (name string, id org.AgentID) {
	a, b := adjectives(), animals()
	h := fnv.New64a()
	h.Write([]byte(seed)) // a hash.Hash never fails
	n := h.Sum64() % uint64(len(a)*len(b))
	for try := range uint64(len(a) * len(b)) {
		k := (n + try*7919) % uint64(len(a)*len(b)) // a prime that shares no factor with the count: every name comes once
		first, last := a[k%uint64(len(a))], b[k/uint64(len(a))]
		name = capital(first) + " " + capital(last)
		if first != last && !taken(name) {
			return name, idOf(name)
		}
	}
	for i := 2; ; i++ {
		if numbered := name + " " + strconv.Itoa(i); !taken(numbered) {
			return numbered, idOf(numbered)
		}
	}
}

func capital(w string) string { return strings.ToUpper(w[:1]) + w[1:] }

func idOf(name string) org.AgentID {
	return org.AgentID("agent-" + strings.ReplaceAll(strings.ToLower(name), " ", "-"))
}
