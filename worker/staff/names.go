package staff

import (
	"hash/fnv"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
)

// First and last names are plain, of many places, and none is another's.
func firstNames() []string {
	return strings.Fields(`Ada Alma Amir Anders Anika Arjun Astrid Bea Bruno Carla Cem Clara Dana Daniel Dara Diego Edda Elena
		Elias Emil Ena Farah Felix Greta Hana Hugo Ida Ines Ivan Jana Jonas Julia Kaito Karim Kira Lars Lea Leon Lina Lucia
		Malik Mara Marta Mateo Mira Nadia Nils Nora Omar Owen Paula Petra Priya Rafael Rania Rosa Samir Sara Selma Sofia
		Stefan Tara Theo Tomas Vera Viktor Yara Yusuf Zora`)
}

func lastNames() []string {
	return strings.Fields(`Abbott Ahmadi Alvarez Andersen Baker Berg Blum Brandt Carver Castro Chen Costa Dahl Davies Diaz
		Ekman Ellis Farkas Fischer Ford Fuentes Gardner Garcia Haas Hansen Hart Horvat Ito Jensen Kaplan Keller Khan Kovac
		Lange Larsen Lindqvist Lopez Marsh Mendes Meyer Moreau Nakamura Novak Okafor Olsen Ortega Osei Park Patel Petrov
		Quinn Ramos Reyes Rossi Sandoval Santos Schmid Silva Sorensen Takeda Torres Varga Vogel Weber Winter Yilmaz`)
}

// Name gives a hire a name that a founder can say to a customer, "Dana Reyes", and
// an id made of it. The same seed gives the same name; when taken reports that a
// name is in use, the next one is tried, and when all are, a number is added.
func Name(seed string, taken func(name string) bool) (name string, id org.AgentID) {
	a, b := firstNames(), lastNames()
	h := fnv.New64a()
	h.Write([]byte(seed)) // a hash.Hash never fails
	n := h.Sum64() % uint64(len(a)*len(b))
	for try := range uint64(len(a) * len(b)) {
		k := (n + try*7919) % uint64(len(a)*len(b)) // a prime that shares no factor with the count: every name comes once
		name = a[k%uint64(len(a))] + " " + b[k/uint64(len(a))]
		if !taken(name) {
			return name, idOf(name)
		}
	}
	for i := 2; ; i++ {
		if numbered := name + " " + strconv.Itoa(i); !taken(numbered) {
			return numbered, idOf(numbered)
		}
	}
}

func idOf(name string) org.AgentID {
	return org.AgentID("agent-" + strings.ReplaceAll(strings.ToLower(name), " ", "-"))
}
