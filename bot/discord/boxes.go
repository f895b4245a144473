package discord

import (
	"fmt"
	"slices"
	"strings"

	"github.com/frasier-cos/frasier/internal/prose"
)

// embed is a box in a message: what a bot shows, or the preview of a link.
type embed struct {
	Type        string `json:"type"`
	Title       string `json:"title"`
	Description string `json:"description"`
	URL         string `json:"url"`
	Author      struct {
		Name string `json:"name"`
	} `json:"author"`
	Fields []struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	} `json:"fields"`
	Footer struct {
		Text string `json:"text"`
	} `json:"footer"`
}

// isAuthored reports whether somebody wrote the box; the others are what Discord shows of a link.
func (e embed) isAuthored() bool { return e.Type == "" || e.Type == "rich" || e.Type == "poll_result" }

// joinText returns what an embed says, in the order in which people read it. What stands in a
// preview is no more than that, so it is called one.
func (e embed) joinText() string {
	parts := []string{e.Author.Name, e.Title, e.URL, e.Description}
	for _, f := range e.Fields {
		parts = append(parts, strings.TrimSpace(f.Name+": "+f.Value))
	}
	text := joinNonEmpty(append(parts, e.Footer.Text))
	if text != "" && !e.isAuthored() {
		return "Discord's preview of a page, which itself was not read:\n" + text
	}
	return text
}

// joinNonEmpty returns those of some lines that say something.
func joinNonEmpty(list []string) string {
	return strings.Join(slices.DeleteFunc(list, func(s string) bool { return strings.TrimSpace(s) == "" }), "\n")
}

// poll is a question with its answers.
type poll struct {
	Question media `json:"question"`
	Answers  []struct {
		ID    int   `json:"answer_id"`
		Media media `json:"poll_media"`
	} `json:"answers"`
	Results *struct { // nil: the server did not count
		Final  bool `json:"is_finalized"`
		Counts []struct {
			ID    int `json:"id"`
			Count int `json:"count"`
		} `json:"answer_counts"`
	} `json:"results"`
}

// media is a text of a poll, which may be an emoji alone.
type media struct {
	Text  string `json:"text"`
	Emoji struct {
		Name string `json:"name"`
	} `json:"emoji"`
}

func (m media) describeMedia() string { return strings.TrimSpace(m.Text + " " + m.Emoji.Name) }

// describePoll returns the question, each answer with how many chose it, and whether more may.
func (p poll) describePoll() string {
	if p.Question.describeMedia() == "" {
		return ""
	}
	lines := []string{"Poll: " + p.Question.describeMedia()}
	for _, a := range p.Answers {
		line := "- " + a.Media.describeMedia()
		if p.Results != nil {
			votes := 0 // an answer that nobody chose is not among the counts
			for _, c := range p.Results.Counts {
				if c.ID == a.ID {
					votes = c.Count
				}
			}
			line += ": " + prose.Count(votes, "vote")
		}
		lines = append(lines, line)
	}
	if p.Results != nil {
		state := "so far; the poll is open"
		if p.Results.Final {
			state = "in the end; the poll is closed"
		}
		lines = append(lines, fmt.Sprintf("(Counts %s.)", state))
	}
	return strings.Join(lines, "\n")
}

// component is a part of a message that is laid out of parts: a text, or what holds
// others. The fields are those of all kinds; discord.com/developers, Components.
type component struct {
	Content     string      `json:"content"`
	Label       string      `json:"label"`
	Description string      `json:"description"`
	URL         string      `json:"url"`
	Components  []component `json:"components"`
	Items       []component `json:"items"`
	Accessory   *component  `json:"accessory"`
	Component   *component  `json:"component"`
}

// joinText returns what a part and all in it say. The label of a button that leads nowhere is
// no word of anybody's.
func (c component) joinText() string {
	label := ""
	if c.URL != "" {
		label = strings.TrimSpace(c.Label + " " + c.URL)
	}
	parts := []string{c.Content, label, c.Description}
	for _, inner := range slices.Concat(c.Components, c.Items) {
		parts = append(parts, inner.joinText())
	}
	for _, inner := range []*component{c.Accessory, c.Component} {
		if inner != nil {
			parts = append(parts, inner.joinText())
		}
	}
	return joinNonEmpty(parts)
}
