package org_test

import (
	"testing"

	"github.com/frasier-cos/frasier/internal/org"
)

func TestMoney(t *testing.T) {
	for n, want := range map[org.NanoUSD]string{
		0: "$0", 1: "<$0.0001", 99_999: "<$0.0001", 100_000: "$0.0001", 1_234_567: "$0.0012", 999_900_000: "$0.9999",
		org.Dollar: "$1.00", 12_345_000_000: "$12.35", -1: "-<$0.0001", -100_000: "-$0.0001", -2 * org.Dollar: "-$2.00",
	} {
		if got := n.String(); got != want {
			t.Errorf("%d: got %s, want %s", int64(n), got, want)
		}
	}
	if got := (org.Dollar / 4).USD(); got != 0.25 {
		t.Errorf("USD: got %v, want 0.25", got)
	}
}

func TestLedgerAgent(t *testing.T) {
	for id, want := range map[org.AgentID]org.AgentID{"agent-quill": "agent-quill", "": "", "planner": "", "xagent-1": "", "Agent-1": ""} {
		if got := org.LedgerAgent(id); got != want {
			t.Errorf("LedgerAgent(%q): got %q, want %q", id, got, want)
		}
	}
}
