package orders

import (
	"strings"
	"testing"
)

func TestImport(t *testing.T) {
	got, err := Import(strings.NewReader("product,count\ntea, 3\n\ncup,1\n"))
	if err != nil || len(got) != 2 || got[0] != (Order{"tea", 3}) || got[1] != (Order{"cup", 1}) {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestEmptyFile(t *testing.T) {
	if _, err := Import(strings.NewReader("")); err == nil {
		t.Error("no error for an empty file")
	}
}

func TestNotACount(t *testing.T) {
	if _, err := Import(strings.NewReader("product,count\ntea,many\n")); err == nil {
		t.Error("no error for a word as count")
	}
}
