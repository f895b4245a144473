package hiddencheck

import (
	"strings"
	"testing"

	"example.com/orders/orders"
)

func TestCounts(t *testing.T) {
	for text, want := range map[string]string{
		"product,count\ntea,1\ncup,0\n":           "line 3",
		"product,count\ntea,-2\n":                 "line 2",
		"product,count\n\n\ntea,1\n\ncup,-1\nx,1": "line 6",
	} {
		got, err := orders.Import(strings.NewReader(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, %v; want an error with %q", text, got, err, want)
		}
	}
	got, err := orders.Import(strings.NewReader("product,count\ntea,1\ncake,200\n"))
	if err != nil || len(got) != 2 || got[1].Count != 200 {
		t.Errorf("a good file: %v, %v", got, err)
	}
}
