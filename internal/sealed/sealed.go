// Package sealed keeps secrets of connections unreadable in the database: they are encrypted with a key that lies
// outside of it and of its backups, so a copy of the database opens nothing.
package sealed

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// keyBytes make an AES-256 key.
const keyBytes = 32

// ErrKey is returned for what was sealed with another key, or altered.
var ErrKey = errors.New("it was sealed with another key")

// Key seals and opens. Its methods may be called at once.
type Key struct {
	aead cipher.AEAD
	raw  []byte
}

// Open reads the key in the file connections.key of the folder home, which is made with a new key when it is not there. A file that others
// may read or change is refused.
func Open(home string) (Key, error) {
	path := filepath.Join(home, "connections.key")
	read := func() ([]byte, error) {
		return ReadFile(path, keyBytes, "and with it the tokens of your connections", "If somebody may have read it, make new tokens at the forge and connect again")
	}
	raw, err := read()
	if errors.Is(err, fs.ErrNotExist) {
		raw = make([]byte, keyBytes)
		_, _ = rand.Read(raw) // it never fails: it ends the program instead
		if err := WriteFile(path, raw); err != nil {
			return Key{}, fmt.Errorf("make the key of connections: %w", err)
		}
		raw, err = read()
	}
	if err != nil {
		return Key{}, fmt.Errorf("read the key of connections: %w", err)
	}
	return newKey(raw)
}

// ofOthers are the rights of a file that somebody else than its owner has.
const ofOthers = 0o077

// ReadFile reads a key of so many bytes. A file that others may read or change is refused: harm says what they could do with it, after what
// they may, and cure what to do when they did.
func ReadFile(path string, size int, harm, cure string) (raw []byte, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if mode := info.Mode().Perm(); mode&ofOthers != 0 {
		return nil, fmt.Errorf("others on this machine may read or change %s (its rights are %04o), %s, so it isn't used; take that away with: chmod 600 %s. %s", path, mode, harm, path, cure)
	}
	raw, err = io.ReadAll(io.LimitReader(f, int64(size)+1))
	if err == nil && len(raw) != size {
		return nil, fmt.Errorf("the key in %s has another length than the %d bytes that it must have", path, size)
	}
	return raw, err
}

// WriteFile writes a key for its owner alone. A file that is there stays as it is: another process made it first.
func WriteFile(path string, raw []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*") // readable by its owner alone
	if err != nil {
		return err
	}
	_, err = tmp.Write(raw)
	if err = errors.Join(err, tmp.Sync(), tmp.Close()); err == nil {
		if err = os.Link(tmp.Name(), path); errors.Is(err, fs.ErrExist) {
			err = nil
		}
	}
	return errors.Join(err, os.Remove(tmp.Name()))
}

func newKey(raw []byte) (Key, error) {
	block, err := aes.NewCipher(raw)
	if err != nil {
		return Key{}, err
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	return Key{aead, raw}, err
}

// Seal encrypts a secret for a place, which must be named again to open it.
func (k Key) Seal(secret, place string) []byte {
	return k.aead.Seal(nil, nil, []byte(secret), []byte(place))
}

// Open decrypts what Seal made for the same place. It returns ErrKey for anything else.
func (k Key) Open(box []byte, place string) (string, error) {
	raw, err := k.aead.Open(nil, nil, box, []byte(place))
	if err != nil {
		return "", ErrKey
	}
	return string(raw), nil
}

// Mark names a text that we write somewhere, so that we know it again: nobody else can make the mark of a name.
func (k Key) Mark(name string) string {
	const short = 16 // bytes: longer than anybody could guess
	sum := hmac.New(sha256.New, k.raw)
	sum.Write([]byte("mark\x00" + name))
	return hex.EncodeToString(sum.Sum(nil)[:short])
}

// HookSecret returns the secret with which forges sign their news.
func (k Key) HookSecret() string { return k.Mark("hook") }
