package attest

import (
	"context"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/frasier-cos/frasier/internal/sealed"
)

const (
	keyName  = "signing.key"      // the secret, in the folder of the instance: not in the database, and in no backup
	nextName = "signing.key.next" // of a key that is being changed
)

// PublicKey is one that bundles are or were signed with.
type PublicKey struct {
	Key string    `json:"key"` // hexadecimal, 32 bytes
	At  time.Time `json:"since"`
	// Signature is the one before's under this one, hexadecimal; empty for the first, and for one that began anew
	// because the one before was lost.
	Signature string `json:"signature,omitempty"`
}

// KeyRecords keeps the public keys. *store.DB is one.
type KeyRecords interface {
	SigningKeys(ctx context.Context) ([]PublicKey, error) // the oldest first
	// AddSigningKey puts a key behind those that there are. It returns org.ErrConflict when another one was put there meanwhile.
	AddSigningKey(ctx context.Context, k PublicKey, behind int) error
}

// Ring is the secret key with all public ones up to it. Its methods may be called at once.
type Ring struct {
	Keys   []PublicKey
	secret ed25519.PrivateKey
}

// Fingerprint names the key that signs.
func (r Ring) Fingerprint() string { return Fingerprint(r.Keys[len(r.Keys)-1].Key) }

func (r Ring) salt(of string) string {
	sum := hmac.New(sha256.New, r.secret.Seed())
	sum.Write([]byte("salt\x00" + of))
	return hex.EncodeToString(sum.Sum(nil)[:16])
}

// LostError says that the secret key of this instance is not where it should be.
type LostError struct{ Home, Want, Why string }

func (e *LostError) Error() string {
	return fmt.Sprintf("the key that documents are signed with is not in %s: %s. The newest one of this office is %s. Put its file %s back there; if it is lost, \"frasier key replace\" begins with a new one, which the old one then can't vouch for",
		e.Home, e.Why, e.Want, keyName)
}

// Open returns the ring of the instance whose files are in home. The first time it makes a key. It returns a *LostError where
// the newest public key has no secret there.
func Open(ctx context.Context, r KeyRecords, home string, now time.Time) (Ring, error) {
	keys, err := r.SigningKeys(ctx)
	if err != nil {
		return Ring{}, err
	}
	if len(keys) == 0 {
		seed, err := readSeed(home, keyName)
		if errors.Is(err, fs.ErrNotExist) {
			seed, err = makeSeed(home, keyName)
		}
		if err != nil {
			return Ring{}, err
		}
		first := PublicKey{Key: publicOf(seed), At: now.UTC().Truncate(time.Second)}
		if err := r.AddSigningKey(ctx, first, 0); err != nil {
			return Ring{}, err
		}
		if keys, err = r.SigningKeys(ctx); err != nil {
			return Ring{}, err
		}
	}
	return openNewest(home, keys)
}

// openNewest finishes a change of keys that a process died in.
func openNewest(home string, keys []PublicKey) (Ring, error) {
	newest := keys[len(keys)-1].Key
	seed, err := readSeed(home, keyName)
	if err == nil && publicOf(seed) == newest {
		return Ring{keys, ed25519.NewKeyFromSeed(seed)}, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Ring{}, err
	}
	next, failed := readSeed(home, nextName)
	if failed == nil && publicOf(next) == newest {
		if err := os.Rename(filepath.Join(home, nextName), filepath.Join(home, keyName)); err != nil {
			return Ring{}, fmt.Errorf("put the new signing key in its place: %w", err)
		}
		return Ring{keys, ed25519.NewKeyFromSeed(next)}, nil
	}
	lost := &LostError{Home: home, Want: Fingerprint(newest), Why: "there is none"}
	if err == nil {
		lost.Why = "there is " + Fingerprint(publicOf(seed))
	}
	return Ring{}, lost
}

// Change makes a new key, has the old one sign it, and forgets the old one.
func Change(ctx context.Context, r KeyRecords, home string, now time.Time) (Ring, error) {
	old, err := Open(ctx, r, home, now)
	if err != nil {
		return Ring{}, err
	}
	return begin(ctx, r, home, now, heir{old.Keys, func(public string) string {
		return hex.EncodeToString(ed25519.Sign(old.secret, linkText(old.Keys[len(old.Keys)-1].Key, public)))
	}})
}

// ErrThere is returned by Replace for a key that is not lost.
var ErrThere = errors.New("the signing key is there")

// Replace begins with a new key where the old one is lost; nothing vouches for it. It returns ErrThere where none is lost.
func Replace(ctx context.Context, r KeyRecords, home string, now time.Time) (Ring, error) {
	_, err := Open(ctx, r, home, now)
	if err == nil {
		return Ring{}, ErrThere
	}
	if lost := new(LostError); !errors.As(err, &lost) {
		return Ring{}, err
	}
	keys, err := r.SigningKeys(ctx)
	if err != nil {
		return Ring{}, err
	}
	return begin(ctx, r, home, now, heir{keys, func(string) string { return "" }})
}

// heir is a key that comes behind others, and what the last of them says for it.
type heir struct {
	behind []PublicKey
	vouch  func(public string) string
}

// begin writes the secret before the database knows of the key, and takes the old secret's place after: whatever instant it dies at,
// the newest key has its secret in one of two files.
func begin(ctx context.Context, r KeyRecords, home string, now time.Time, of heir) (Ring, error) {
	if err := os.Remove(filepath.Join(home, nextName)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Ring{}, fmt.Errorf("make a new signing key: %w", err)
	}
	seed, err := makeSeed(home, nextName)
	if err != nil {
		return Ring{}, err
	}
	public := publicOf(seed)
	if err := r.AddSigningKey(ctx, PublicKey{Key: public, At: now.UTC().Truncate(time.Second), Signature: of.vouch(public)}, len(of.behind)); err != nil {
		return Ring{}, err
	}
	keys, err := r.SigningKeys(ctx)
	if err != nil {
		return Ring{}, err
	}
	return openNewest(home, keys)
}

// What an old key signs under a new one.
func linkText(old, fresh string) []byte { return []byte("frasier-key 1\n" + old + "\n" + fresh + "\n") }

func publicOf(seed []byte) string {
	return hex.EncodeToString(ed25519.NewKeyFromSeed(seed)[ed25519.SeedSize:])
}

func readSeed(home, name string) ([]byte, error) {
	seed, err := sealed.ReadFile(filepath.Join(home, name), ed25519.SeedSize, "and could sign documents in your name", "If somebody may have read it: frasier key change")
	if err != nil {
		return nil, fmt.Errorf("read the signing key: %w", err)
	}
	return seed, nil
}

// makeSeed writes a new secret, unless another process does so first: then it is that one's.
func makeSeed(home, name string) ([]byte, error) {
	seed := make([]byte, ed25519.SeedSize)
	_, _ = rand.Read(seed) // it never fails: it ends the program instead
	if err := sealed.WriteFile(filepath.Join(home, name), seed); err != nil {
		return nil, fmt.Errorf("make a signing key: %w", err)
	}
	return readSeed(home, name)
}
