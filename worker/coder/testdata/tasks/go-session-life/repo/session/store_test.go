package session

import (
	"testing"
	"time"
)

func clock() (*time.Time, *Store) {
	now := time.Date(2024, 5, 1, 9, 0, 0, 0, time.UTC)
	return &now, New(func() time.Time { return now })
}

func TestUser(t *testing.T) {
	_, s := clock()
	s.Begin("k", "ada")
	if user, ok := s.User("k"); !ok || user != "ada" {
		t.Errorf("got %q, %v", user, ok)
	}
	if _, ok := s.User("other"); ok {
		t.Error("a session from nowhere")
	}
}

func TestEnds(t *testing.T) {
	now, s := clock()
	s.Begin("k", "ada")
	*now = now.Add(Life)
	for i := 0; i < 2; i++ {
		if _, ok := s.User("k"); ok {
			t.Error("the session should have ended")
		}
	}
}

func TestSweep(t *testing.T) {
	now, s := clock()
	s.Begin("old", "ada")
	*now = now.Add(45 * time.Minute)
	s.Begin("young", "bo")
	*now = now.Add(30 * time.Minute)
	if n := s.Sweep(); n != 1 {
		t.Errorf("swept %d, want 1", n)
	}
}
