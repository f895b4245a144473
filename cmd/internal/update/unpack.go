package update

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// listPrograms are in every release.
func listPrograms() []string { return []string{"bot", "worker", "frasier"} }

// unpackArchive downloads a release, checks it and unpacks it into a new folder, which is there whole or not at all.
func (s *Source) unpackArchive(ctx context.Context, r release, dir string, got func(int64)) (err error) {
	part := filepath.Join(filepath.Dir(dir), "."+filepath.Base(dir)+".part")
	if err := errors.Join(os.RemoveAll(part), os.MkdirAll(part, 0o755)); err != nil {
		return refuse("%s cannot be written (%v), so nothing was changed", part, err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(part)) }()
	archive, err := os.OpenFile(filepath.Join(part, ".archive"), os.O_CREATE|os.O_RDWR|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, archive.Close()) }()
	if err := s.download(ctx, r, archive, got); err != nil {
		return err
	}
	if err := os.Remove(archive.Name()); err != nil {
		return err
	}
	if _, err := archive.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if err := extract(archive, part); err != nil {
		return refuseUnsigned("%s cannot be unpacked (%v), so nothing was changed", r.archive, err)
	}
	for _, name := range listPrograms() {
		if _, err := os.Stat(filepath.Join(part, name)); err != nil {
			return refuseUnsigned("%s lacks the program %s, so nothing was changed", r.archive, name)
		}
	}
	if err := os.Rename(part, dir); errors.Is(err, fs.ErrExist) {
		return refuse("%s is there already; name a folder that is not", dir)
	} else if err != nil {
		return err
	}
	return syncFolder(filepath.Dir(dir))
}

// extract writes the files of an archive's one folder.
func extract(from io.Reader, to string) error {
	z, err := gzip.NewReader(from)
	if err != nil {
		return err
	}
	left := int64(unpackedMost)
	for t := tar.NewReader(z); ; {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			return syncFolder(to)
		}
		if err != nil {
			return err
		}
		_, name, inside := strings.Cut(h.Name, "/")
		if left -= h.Size; h.Typeflag != tar.TypeReg || !inside || name == "" || strings.HasPrefix(name, ".") || strings.ContainsAny(name, `/\`) || left < 0 {
			return fmt.Errorf("it holds %q, which no release has", h.Name)
		}
		if err := extractFile(t, filepath.Join(to, name), h.FileInfo().Mode().Perm()&0o755); err != nil {
			return err
		}
	}
}

func extractFile(from io.Reader, path string, mode os.FileMode) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, from)
	return errors.Join(err, f.Sync(), f.Close())
}
