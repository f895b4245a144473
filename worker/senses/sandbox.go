package senses

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/llm"
	"github.com/frasier-cos/frasier/worker/fence"
)

// room is a folder in which one picture is decoded behind the walls.
type room struct {
	walls   *fence.Fence
	program string
	dir     string
}

// Whoever gets the room calls close.
func (r *Reader) openRoom(ctx context.Context, raw []byte) (*room, error) {
	walls, err := r.Walls(ctx)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "frasier-picture-")
	if err != nil {
		return nil, fmt.Errorf("make a folder for a picture: %w", err)
	}
	out := &room{walls: walls, program: r.Program, dir: dir}
	if err := os.WriteFile(filepath.Join(dir, fileIn), raw, 0o600); err != nil {
		return nil, errors.Join(fmt.Errorf("hand a picture over: %w", err), out.closeRoom())
	}
	return out, nil
}

func (o *room) closeRoom() error {
	if err := os.RemoveAll(o.dir); err != nil {
		return fmt.Errorf("remove the folder of a picture: %w", err)
	}
	return nil
}

// An *unfitError says why the picture cannot be decoded.
func (o *room) decodePicture(ctx context.Context) ([]llm.Picture, error) {
	got, err := o.runOnce(ctx)
	if err == nil && got.HEIC {
		if err = o.unpackHEIC(ctx); err == nil {
			got, err = o.runOnce(ctx)
		}
	}
	if err != nil {
		return nil, err
	}
	if got.Unfit != "" {
		return nil, &unfitError{got.Unfit}
	}
	var out []llm.Picture
	for _, p := range got.Parts {
		raw, err := o.takeFile(p.File)
		if err != nil {
			return nil, err
		}
		if p.Width <= 0 || p.Height <= 0 || p.Width > longSide || p.Height > longSide {
			return nil, &unfitError{"came out of its reading in no form that I know"}
		}
		out = append(out, llm.Picture{Media: p.Media, Data: raw, Width: p.Width, Height: p.Height})
	}
	return out, nil
}

func (o *room) runOnce(ctx context.Context) (decodedPicture, error) {
	var out decodedPicture
	e, err := o.walls.Run(ctx, fence.Box{Work: o.dir, Program: o.program, Limit: decodeLimit}, fence.InsideProgram, InsideArgument)
	if err != nil {
		return out, err
	}
	if e.Code != 0 || e.Reason != "" {
		return decodedPicture{Unfit: "could not be decoded in the room and the time that I give a picture. Make it smaller, or save it anew as a PNG or JPEG"}, nil
	}
	raw, err := o.takeFile(fileOut)
	if err == nil {
		err = json.Unmarshal(raw, &out)
	}
	if err != nil {
		return out, fmt.Errorf("read what came of a picture: %w", err)
	}
	return out, nil
}

// A program behind the walls wrote the file, so it must be a plain one, of a size that one of ours
// has.
func (o *room) takeFile(name string) ([]byte, error) {
	const most = 32 << 20
	path := filepath.Join(o.dir, filepath.Base(name))
	info, err := os.Lstat(path)
	if err != nil {
		return nil, fmt.Errorf("read what came of a picture: %w", err)
	}
	if !info.Mode().IsRegular() || info.Size() > most {
		return nil, &unfitError{"came out of its reading in no form that I know"}
	}
	return os.ReadFile(path) // in our own folder, and no link
}

// libheif's program does it, where it is installed: nobody writes such a decoder in Go.
func (o *room) unpackHEIC(ctx context.Context) error {
	script := `
if command -v heif-convert >/dev/null; then to=heif-convert; elif command -v heif-dec >/dev/null; then to=heif-dec; else exit 97; fi
cp ` + fileIn + ` /tmp/in.heic && "$to" /tmp/in.heic ` + fileHEIC + ` && { test -e ` + fileHEIC + ` || mv heic-1.png ` + fileHEIC + `; }`
	e, err := o.walls.Run(ctx, fence.Box{Work: o.dir, Limit: decodeLimit}, "/bin/sh", "-c", script)
	const missing = 97
	switch {
	case err != nil:
		return err
	case e.Code == missing:
		return &unfitError{"is a HEIC picture, which needs libheif on the server (apt install libheif-examples). Or save it as a JPEG and send that"}
	case e.Code != 0 || e.Reason != "":
		return &unfitError{"is a HEIC picture that could not be decoded. Save it as a JPEG and send that"}
	}
	return nil
}

// installed is false where tesseract is not there.
func (o *room) readLetters(ctx context.Context) (text string, installed bool, err error) {
	// One thread is enough, and more of them slow each other down.
	script := `
command -v tesseract >/dev/null || exit 97
langs=$(tesseract --list-langs 2>/dev/null | tail -n +2 | grep -v '^osd$' | head -6 | paste -sd+ -)
OMP_THREAD_LIMIT=1 exec tesseract ` + fileLetter + ` stdout -l "${langs:-eng}" 2>/dev/null`
	e, err := o.walls.Run(ctx, fence.Box{Work: o.dir, Limit: ocrLimit}, "/bin/sh", "-c", script)
	const missing = 97
	switch {
	case err != nil:
		return "", false, err
	case e.Code == missing:
		return "", false, nil
	case e.Code != 0 || e.Reason != "":
		return "", true, nil // no letters that it could read
	}
	return strings.TrimSpace(strings.ToValidUTF8(string(e.Output), "")), true, nil
}

// Pictures may not be decoded here at all; empty for another error.
func explainError(name string, err error) string {
	if missing, ok := errors.AsType[*fence.MissingError](err); ok {
		return fmt.Sprintf("I can't look at %s on this server: pictures are decoded behind walls, and %s (%s). It is kept; tell me what is in it.", name, missing.Why, missing.Fix)
	}
	return ""
}

// The founder is told so of a picture that cannot be looked at.
func noteError(one org.Reading, err error) (fileText, bool) {
	if unfit, ok := errors.AsType[*unfitError](err); ok {
		return fileText{note: one.Name + " " + unfit.why + "."}, true
	}
	if said := explainError(one.Name, err); said != "" {
		return fileText{note: said}, true
	}
	return fileText{}, false
}
