package outward

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/bot/forge"
	"github.com/frasier-cos/frasier/internal/coding"
	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/redact"
)

const (
	tailMost   = 4_000 // letters of a log, its end
	remarkMost = 4_000 // letters of what somebody said
	hunkMost   = 1_500
)

// What is said of a pull request at its forge.
type talk struct {
	pull    outward.PullRequest
	unfit   bool // it conflicts with its base
	runs    []outward.Run
	reviews []outward.Review
}

// noteRemarks keeps what was said of a pull request and is not known yet: checks that failed on our last commit, and what people wrote.
func (w *Watcher) noteRemarks(ctx context.Context, f forge.Forge, s sight, t talk) error {
	all, err := w.Records.Remarks(ctx, t.pull)
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, k := range all {
		known[k.Key] = true
	}
	fresh, err := listFailures(ctx, f, s, t, known)
	if err != nil {
		return err
	}
	if k, ok := noteConflict(t); ok && !known[k.Key] {
		fresh = append(fresh, k)
	}
	said, err := f.Comments(ctx, s.place.Owner, s.place.Name, t.pull.Number)
	if err != nil {
		return err
	}
	members := map[string]bool{}
	for _, x := range append(listReviewed(t.reviews, s.repository.Policy), listSaid(said)...) {
		if known[x.Key] || isOurs(x.Spoken.Text) || x.author.Name == s.at.Account {
			continue
		}
		if x.Spoken.Title = prose.OneLine(cleanText(x.Spoken.Text, titleMost)); x.Spoken.Title == "" {
			continue
		}
		x.Spoken.Text, x.Spoken.Above = cleanText(x.Spoken.Text, remarkMost), cleanText(x.Spoken.Above, remarkMost)
		if x.State, err = w.weigh(ctx, f, s, x, members); err != nil {
			return err
		}
		fresh = append(fresh, x.KeptRemark)
	}
	return w.Records.NoteRemarks(ctx, t.pull, fresh)
}

// spoken is a remark of a person before it is known what comes of it.
type spoken struct {
	outward.KeptRemark
	author outward.Person
	aside  bool // it asks for nothing by itself: only whoever names us by it orders something
}

// weigh says what comes of what a person said: whoever may order is obeyed, whoever works on the repository is shown, all others are counted.
func (w *Watcher) weigh(ctx context.Context, f forge.Forge, s sight, x spoken, members map[string]bool) (outward.RemarkState, error) {
	if s.repository.Policy.MayOrder(x.author.ID) {
		if x.aside && !namesAccount(x.Spoken.Text, s.at.Account) {
			return outward.RemarkShown, nil
		}
		return outward.RemarkDue, nil
	}
	member, asked := members[x.author.Name]
	if !asked {
		var err error
		if member, err = f.Member(ctx, s.place.Owner, s.place.Name, x.author.Name); err != nil {
			return "", err
		}
		members[x.author.Name] = member
	}
	if member {
		return outward.RemarkShown, nil
	}
	return outward.RemarkLeft, nil
}

// namesAccount reports whether a text names an account in words of its own. What it quotes is somebody else's, and a longer name is another account.
func namesAccount(text, account string) bool {
	name := "@" + strings.TrimSuffix(strings.ToLower(account), "[bot]")
	for line := range strings.Lines(strings.ToLower(text)) {
		if strings.HasPrefix(strings.TrimSpace(line), ">") {
			continue
		}
		for {
			_, after, found := strings.Cut(line, name)
			if !found {
				break
			}
			if after == "" || !strings.ContainsAny(after[:1], "abcdefghijklmnopqrstuvwxyz0123456789-_") {
				return true
			}
			line = after
		}
	}
	return false
}

// listFailures lists the checks that failed on the newest commit of ours and are not known, with the end of what each wrote. Checks of what
// somebody else wrote there are his.
func listFailures(ctx context.Context, f forge.Forge, s sight, t talk, known map[string]bool) ([]outward.KeptRemark, error) {
	p := t.pull
	if strange(p) || len(p.Ours) == 0 {
		return nil, nil
	}
	var out []outward.KeptRemark
	for _, r := range t.runs {
		if r.State != outward.RunBad || r.Name == outward.ProofContext || known[r.Key] {
			continue
		}
		wrote, err := f.Log(ctx, s.place.Owner, s.place.Name, r)
		if err != nil {
			return nil, err
		}
		wrote, _ = redact.Secrets(wrote)
		out = append(out, outward.KeptRemark{
			Key: r.Key, Kind: outward.SaidByCheck, State: outward.RemarkDue, By: r.Name, Part: "checks:" + p.Head, Commit: p.Head,
			Spoken: outward.Spoken{Title: prose.OneLine(cleanText(r.Name, titleMost)), Text: tailOf(cleanText(wrote, len(wrote))), Link: r.Link},
		})
	}
	return out, nil
}

// noteConflict says that a pull request does not fit its base, once for each commit of ours.
func noteConflict(t talk) (outward.KeptRemark, bool) {
	p := t.pull
	if !t.unfit || strange(p) || len(p.Ours) == 0 || !coding.IsBranchName(p.Base) {
		return outward.KeptRemark{}, false
	}
	key := "base:" + p.Head
	return outward.KeptRemark{
		Key: key, Kind: outward.SaidByBase, State: outward.RemarkDue, By: p.Base, Part: key, Commit: p.Head,
		Spoken: outward.Spoken{Title: prose.OneLine(cleanText(p.Base, titleMost)), Link: p.Link},
	}, true
}

// tailOf keeps the end of a text, from the start of a line.
func tailOf(text string) string {
	if len(text) <= tailMost {
		return text
	}
	_, text, _ = strings.Cut(text[len(text)-tailMost:], "\n")
	return strings.ToValidUTF8(text, "")
}

// listReviewed lists what reviews say: each remark by itself, and what is said of the whole. What goes with a yes orders nothing unless it
// names us. What somebody who may order says above remarks of his is mostly their head ("Nearly there."), so it goes with the first of them.
func listReviewed(all []outward.Review, policy coding.CodePolicy) []spoken {
	var out []spoken
	for _, r := range all {
		part, yes := fmt.Sprintf("review:%d", r.ID), r.State == outward.ReviewApproved
		first := -1
		if !r.Void && !yes && policy.MayOrder(r.Author.ID) {
			first = slices.IndexFunc(r.Remarks, func(m outward.Remark) bool { return m.Author.ID == r.Author.ID })
		}
		if !r.Void && first < 0 {
			out = append(out, spoken{author: r.Author, aside: yes, KeptRemark: outward.KeptRemark{
				Key: part, Kind: outward.SaidByOne, By: r.Author.Name, Part: part, Spoken: outward.Spoken{Text: r.Body, Link: r.Link, Review: r.ID},
			}})
		}
		for i, m := range r.Remarks {
			above := ""
			if i == first {
				above = r.Body
			}
			out = append(out, spoken{author: m.Author, aside: yes, KeptRemark: outward.KeptRemark{
				Key: fmt.Sprintf("remark:%d", m.ID), Kind: outward.SaidByOne, By: m.Author.Name, Part: part,
				Spoken: outward.Spoken{Text: m.Body, Link: m.Link, Path: m.Path, Line: m.Line, Hunk: prose.Clip(m.Hunk, hunkMost, "…"), Review: r.ID, Remark: m.ID, Above: above},
			}})
		}
	}
	return out
}

func listSaid(all []outward.Comment) []spoken {
	var out []spoken
	for _, c := range all {
		key := fmt.Sprintf("comment:%d", c.ID)
		out = append(out, spoken{author: c.Author, aside: true, KeptRemark: outward.KeptRemark{
			Key: key, Kind: outward.SaidByOne, By: c.Author.Name, Part: key, Spoken: outward.Spoken{Text: c.Body, Link: c.Link},
		}})
	}
	return out
}
