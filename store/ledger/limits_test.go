package ledger

import "testing"

func TestCallCap(t *testing.T) {
	for n, want := range map[int]int{0: 1000, 24: 1000, 25: 1000, 26: 1040, 100: 4000} {
		if got := CallCap(n); got != want {
			t.Errorf("CallCap(%d): got %d, want %d", n, got, want)
		}
	}
}
