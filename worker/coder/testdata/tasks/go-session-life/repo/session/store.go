// Package session keeps the sessions of people who have logged in.
package session

import (
	"sync"
	"time"
)

// Life is how long a session lasts without use.
const Life = time.Hour

type entry struct {
	user string
	ends time.Time
}

// Store holds the sessions by their key.
type Store struct {
	Now func() time.Time

	mu      sync.Mutex
	entries map[string]entry
}

// New makes an empty store that reads the time from now.
func New(now func() time.Time) *Store {
	return &Store{Now: now, entries: map[string]entry{}}
}

// Begin starts a session.
func (s *Store) Begin(key, user string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.entries[key] = entry{user, s.Now().Add(Life)}
}

// User says whose session it is; false if there is none or it has ended.
func (s *Store) User(key string) (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, found := s.entries[key]
	if !found || !s.Now().Before(e.ends) {
		return "", false
	}
	return e.user, true
}

// Sweep forgets the sessions that have ended and says how many they were.
func (s *Store) Sweep() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for key, e := range s.entries {
		if !s.Now().Before(e.ends) {
			delete(s.entries, key)
			n++
		}
	}
	return n
}
