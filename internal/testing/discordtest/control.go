package discordtest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// Control is the body of a POST to /control/VERB; each verb reads what it
// needs. Users, channels, threads and guilds may be given by name (see Named).
//
//	scene                                    builds a Scene and answers it
//	user, bot, webhook {name}; guild {name, user}; text, forum {guild, name, tags}
//	say {user, channel, text, files, reply}; edit {message, text}; delete {message}
//	react, unreact {user, message, emoji}; post {channel: a forum, user, text, name}
//	slash {user, channel, command, values}; complete {..., option, text}
//	press {user, message, id} or {user, label}; select {user, message, id, choose}
//	submit {interaction, values}; context {user, message, command}
//	cut, reconnect, beat; invalidate, zombie, offline, nogateway, noresume, content {on}; close {code, text}
//	shape {shape}; break {fault}; mend; advance {seconds}
//	restrict {channel, text}; drop, archive, lock {channel}; closedm {user, on}; kick {guild}
//
// An answer is {"id": ...} or {"error": ...} with status 400.
type Control struct {
	User        string   `json:"user"`
	Channel     string   `json:"channel"`
	Guild       string   `json:"guild"`
	Name        string   `json:"name"`
	Text        string   `json:"text"`
	Files       []File   `json:"files"`
	Tags        []string `json:"tags"`
	Reply       string   `json:"reply"`
	Message     string   `json:"message"`
	Emoji       string   `json:"emoji"`
	Command     string   `json:"command"`
	Option      string   `json:"option"`
	Values      Values   `json:"values"`
	ID          string   `json:"id"`
	Label       string   `json:"label"`
	Choose      []string `json:"choose"`
	Interaction string   `json:"interaction"`
	On          bool     `json:"on"`
	Code        int      `json:"code"`
	Seconds     float64  `json:"seconds"`
	Shape       Shape    `json:"shape"`
	Fault       Fault    `json:"fault"`
}

// control answers the second process that drives this server.
func (s *Server) control(w http.ResponseWriter, r *http.Request) {
	verb := r.URL.Path[len("/control/"):]
	if r.Method == http.MethodGet {
		s.show(w, r, verb)
		return
	}
	var c Control
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil && r.ContentLength != 0 {
		reply(w, http.StatusBadRequest, map[string]any{"error": "read the body: " + err.Error()})
		return
	}
	out, err := s.command(verb, c)
	if err != nil {
		reply(w, http.StatusBadRequest, map[string]any{"error": err.Error()})
		return
	}
	reply(w, http.StatusOK, out)
}

func reply(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	write(w, append(raw(v), '\n'))
}

// show answers GET /control/history?since=N&wait=SECONDS (and requests, ops,
// violations, where). With wait it answers as soon as there is something new.
func (s *Server) show(w http.ResponseWriter, r *http.Request, what string) {
	q := r.URL.Query()
	since, wait := 0, 0.0
	var err error
	if v := q.Get("since"); v != "" {
		since, err = strconv.Atoi(v)
	}
	if v := q.Get("wait"); v != "" && err == nil {
		wait, err = strconv.ParseFloat(v, 64)
	}
	if err != nil {
		reply(w, http.StatusBadRequest, map[string]any{"error": err.Error()})
		return
	}
	ctx, stop := context.WithTimeout(r.Context(), time.Duration(wait*float64(time.Second)))
	defer stop()
	switch what {
	case "history":
		if _, err := s.Wait(ctx, since, func(Effect) bool { return true }); err != nil && r.Context().Err() != nil {
			return
		}
		reply(w, http.StatusOK, append([]Effect{}, s.Since(since)...))
	case "requests":
		all := s.Requests()
		reply(w, http.StatusOK, append([]Request{}, all[min(max(since, 0), len(all)):]...))
	case "ops":
		all := s.Ops()
		reply(w, http.StatusOK, append([]Op{}, all[min(max(since, 0), len(all)):]...))
	case "violations":
		reply(w, http.StatusOK, append([]string{}, s.Violations()...))
	case "read":
		id, err := s.Named(q.Get("channel"))
		if err != nil {
			reply(w, http.StatusBadRequest, map[string]any{"error": err.Error()})
			return
		}
		reply(w, http.StatusOK, append([]See{}, s.Read(id)...))
	case "where":
		reply(w, http.StatusOK, map[string]any{"api": s.API(), "gateway": s.Gateway(), "cdn": s.CDN(), "token": s.Token(), "bot": s.Bot(), "connected": s.Connected()})
	default:
		reply(w, http.StatusBadRequest, map[string]any{"error": "no such window: " + what})
	}
}

// resolveNames replaces names by ids.
func (s *Server) resolveNames(c *Control) error {
	for _, f := range []*string{&c.User, &c.Channel, &c.Guild} {
		if *f == "" {
			continue
		}
		id, err := s.Named(*f)
		if err != nil {
			return err
		}
		*f = id
	}
	for name, v := range c.Values {
		m, ok := v.(map[string]any)
		if !ok {
			continue
		}
		var f File
		if err := json.Unmarshal(raw(m), &f); err != nil {
			return fmt.Errorf("read the file %s: %w", name, err)
		}
		c.Values[name] = f
	}
	if c.Label != "" {
		var err error
		c.Message, c.ID, err = s.WithButton(c.Label)
		return err
	}
	return nil
}

func (s *Server) command(verb string, c Control) (any, error) {
	if err := s.resolveNames(&c); err != nil {
		return nil, err
	}
	if id, err, ok := s.act(verb, c); ok {
		return map[string]any{"id": id}, err
	}
	switch verb {
	case "scene":
		return s.Scene(), nil
	case "cut":
		s.Cut()
	case "reconnect":
		s.Reconnect()
	case "beat":
		s.AskBeat()
	case "invalidate":
		s.Invalidate(c.On)
	case "zombie":
		s.Zombie(c.On)
	case "offline":
		s.Offline(c.On)
	case "nogateway":
		s.CloseGateway(c.On)
	case "content":
		s.AllowContent(c.On)
	case "noresume":
		s.RefuseResume(c.On)
	case "close":
		s.CloseWith(c.Code, c.Text)
	case "shape":
		s.Shape(c.Shape)
	case "break":
		s.Break(c.Fault)
	case "mend":
		s.Mend()
	case "advance":
		s.Advance(time.Duration(c.Seconds * float64(time.Second)))
	default:
		return nil, fmt.Errorf("no such verb: %s", verb)
	}
	return map[string]any{"id": ""}, nil
}

// act does what people do; ok is false for any other verb.
func (s *Server) act(verb string, c Control) (id string, err error, ok bool) {
	switch verb {
	case "user":
		id = s.AddUser(c.Name)
	case "bot":
		id = s.AddBot(c.Name)
	case "webhook":
		id = s.AddWebhook(c.Name)
	case "guild":
		id = s.AddGuild(c.Name, c.User)
	case "text":
		id = s.AddText(c.Guild, c.Name)
	case "forum":
		id = s.AddForum(c.Guild, c.Name, c.Tags...)
	case "say":
		if id = s.Post(Post{User: c.User, Channel: c.Channel, Text: c.Text, Files: c.Files, Reply: c.Reply}); id == "" {
			err = fmt.Errorf("%s cannot say that in %s", c.User, c.Channel)
		}
	case "post":
		id, err = s.PostForum(Post{User: c.User, Channel: c.Channel, Text: c.Text, Files: c.Files}, c.Name)
	case "edit":
		err = s.Edit(c.Message, c.Text)
	case "delete":
		err = s.Delete(c.Message)
	case "react":
		err = s.React(c.User, c.Message, c.Emoji)
	case "unreact":
		err = s.Unreact(c.User, c.Message, c.Emoji)
	case "slash":
		id, err = s.Slash(c.User, c.Channel, c.Command, c.Values)
	case "complete":
		id, err = s.Autocomplete(c.User, c.Channel, c.Command, c.Option, c.Text)
	case "press":
		id, err = s.Press(c.User, c.Message, c.ID)
	case "select":
		id, err = s.Select(c.User, c.Message, c.ID, c.Choose...)
	case "submit":
		id, err = s.SubmitModal(c.Interaction, c.Values)
	case "context":
		id, err = s.ContextMenu(c.User, c.Message, c.Command)
	case "restrict":
		err = s.Restrict(c.Channel, Access(c.Text))
	case "drop":
		err = s.DeleteChannel(c.Channel)
	case "archive":
		err = s.Archive(c.Channel, false)
	case "lock":
		err = s.Archive(c.Channel, true)
	case "closedm":
		err = s.CloseDM(c.User, c.On)
	case "kick":
		err = s.Kick(c.Guild)
	default:
		return "", nil, false
	}
	return id, err, true
}
