package workspace

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// Git keeps a pointer of a file that Git LFS has: three lines with its sum and its size. A check that reads the pointer
// as if it were the file fails, or passes, for no reason of the code's. Where the founder's folder has the file it is
// taken from there, by its sum and without the program; where it has not the pointer is taken away.

const (
	longestPointer  = 1024    // bytes, by the description of Git LFS
	mostLargeBytes  = 2 << 30 // of one tree that are taken for a check
	shortestPointer = 100
)

var pointer = lazyregexp.New(`^version https://git-lfs\.github\.com/spec/v1\n(?:[\w.-]+ .*\n)*?oid sha256:([0-9a-f]{64})\nsize (\d+)\n`)

// large is a file of a tree that Git LFS keeps.
type large struct {
	name, sum string
	size      int64
}

// FillWhole makes a folder hold the files of a tree and nothing else, those of Git LFS too. It returns the names of
// those that are not here: nothing stands in their places.
func (d Dir) FillWhole(ctx context.Context, r coding.Repository, dir, tree string) (missing []string, err error) {
	if err := d.Fill(ctx, r, dir, tree); err != nil {
		return nil, err
	}
	found, err := findPointers(dir)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	g := d.openMirror(ctx, r)
	if g.dir, err = filepath.Abs(g.dir); err != nil {
		return nil, err
	}
	g.tree, g.in = absolute, absolute
	if found, err = g.filterLFS(found); err != nil {
		return nil, fmt.Errorf("see which files of %s Git LFS keeps: %w", r.Name, err)
	}
	left := int64(mostLargeBytes)
	for _, f := range found {
		at := filepath.Join(dir, f.name)
		if err := os.Remove(at); err != nil {
			return nil, err
		}
		there := false
		if f.size <= left {
			if there, err = fetchLarge(r, f, at); err != nil {
				return nil, fmt.Errorf("take %s of %s from Git LFS: %w", f.name, r.Name, err)
			}
		}
		if !there {
			missing = append(missing, f.name)
			continue
		}
		left -= f.size
	}
	return missing, nil
}

func findPointers(dir string) (out []large, err error) {
	return out, filepath.WalkDir(dir, func(at string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		info, err := entry.Info()
		if err != nil || info.Size() < shortestPointer || info.Size() > longestPointer {
			return err
		}
		text, err := os.ReadFile(at) // of a folder of the yard
		if err != nil {
			return err
		}
		m := pointer.FindSubmatch(text)
		if m == nil {
			return nil
		}
		size, err := strconv.ParseInt(string(m[2]), 10, 64)
		if err != nil {
			return nil //nolint:nilerr // no size: it is no pointer
		}
		name, err := filepath.Rel(dir, at)
		out = append(out, large{filepath.ToSlash(name), string(m[1]), size})
		return err
	})
}

// The tree's attributes say so: a pointer among samples is a file like others.
func (g git) filterLFS(found []large) ([]large, error) {
	var in strings.Builder
	for _, f := range found {
		in.WriteString(f.name + "\x00")
	}
	out, err := g.run([]byte(in.String()), "check-attr", "-z", "--stdin", "filter")
	if err != nil {
		return nil, err
	}
	kept := map[string]bool{}
	parts := strings.Split(string(out), "\x00") // name, attribute, value
	for i := 2; i < len(parts); i += 3 {
		kept[parts[i-2]] = parts[i] == "lfs"
	}
	return slices.DeleteFunc(found, func(f large) bool { return !kept[f.name] }), nil
}

// The founder's folder has the file in the store of Git LFS, or as it lies there.
func fetchLarge(r coding.Repository, f large, to string) (bool, error) {
	if r.Kind != coding.RepositoryPath {
		return false, nil
	}
	for _, from := range []string{filepath.Join(findStore(r.Source), "lfs", "objects", f.sum[:2], f.sum[2:4], f.sum), filepath.Join(r.Source, f.name)} {
		if info, err := os.Lstat(from); err != nil || !info.Mode().IsRegular() || info.Size() != f.size {
			continue
		}
		same, err := copyWithSum(from, to, f.sum)
		if same || err != nil {
			return same, err
		}
	}
	return false, nil
}

// Of a file with another sum nothing is left.
func copyWithSum(from, to, sum string) (same bool, err error) {
	in, err := os.Open(from) // of a founder's folder, by its sum
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer in.Close()                                                      //nolint:errcheck // only read
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600) // of a folder of the yard
	if err != nil {
		return false, err
	}
	hash := sha256.New()
	_, err = io.Copy(io.MultiWriter(out, hash), in)
	if err = errors.Join(err, out.Close()); err == nil && hex.EncodeToString(hash.Sum(nil)) == sum {
		return true, nil
	}
	return false, errors.Join(err, os.Remove(to))
}
