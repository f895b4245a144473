package hiddencheck

import (
	"testing"
	"time"

	"example.com/login/session"
)

func TestLastUse(t *testing.T) {
	now := time.Date(2024, 5, 1, 9, 0, 0, 0, time.UTC)
	s := session.New(func() time.Time { return now })
	s.Begin("k", "ada")
	s.Begin("idle", "bo")
	for i := 0; i < 5; i++ {
		now = now.Add(50 * time.Minute)
		if user, ok := s.User("k"); !ok || user != "ada" {
			t.Fatalf("use %d: got %q, %v", i, user, ok)
		}
	}
	if _, ok := s.User("idle"); ok {
		t.Error("an idle session goes on")
	}
	if n := s.Sweep(); n != 1 {
		t.Errorf("swept %d, want 1", n)
	}
	now = now.Add(60 * time.Minute)
	for i := 0; i < 3; i++ {
		if _, ok := s.User("k"); ok {
			t.Error("the session should have ended")
		}
	}
}
