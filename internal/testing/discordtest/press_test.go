package discordtest_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

// commands registers what the tests use.
func commands(t *testing.T, d *discordtest.Server, g *discordgo.Session) {
	t.Helper()
	contexts := []discordgo.InteractionContextType{discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM}
	_, err := g.ApplicationCommandBulkOverwrite(d.Bot(), "", []*discordgo.ApplicationCommand{
		{Name: "status", Description: "Every project", Contexts: &contexts, Options: []*discordgo.ApplicationCommandOption{
			{Type: discordgo.ApplicationCommandOptionString, Name: "project", Description: "Which", Autocomplete: true},
		}},
		{Name: "project", Description: "Projects", Options: []*discordgo.ApplicationCommandOption{
			{Type: discordgo.ApplicationCommandOptionSubCommand, Name: "new", Description: "A new one", Options: []*discordgo.ApplicationCommandOption{
				{Type: discordgo.ApplicationCommandOptionString, Name: "goal", Description: "What for", Required: true, MaxLength: 20},
				{Type: discordgo.ApplicationCommandOptionAttachment, Name: "file", Description: "A roadmap"},
			}},
		}},
		{Name: "Make this a project", Type: discordgo.MessageApplicationCommand},
	})
	if err != nil {
		t.Fatal(err)
	}
}

// office is a server with a logged-in discordgo that puts interactions into an inbox.
func office(t *testing.T, o discordtest.Options) (*discordtest.Server, discordtest.Scene, *discordgo.Session, *inbox[*discordgo.Interaction]) {
	t.Helper()
	d := discordtest.Start(t, o)
	in := newInbox[*discordgo.Interaction]()
	scene := d.Scene()
	g := login(t, d, func(_ *discordgo.Session, i *discordgo.InteractionCreate) { in.put(i.Interaction) })
	commands(t, d, g)
	return d, scene, g, in
}

// ok returns a value that must be had.
func ok[T any](t *testing.T) func(T, error) T {
	t.Helper()
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func TestSlashCommands(t *testing.T) {
	t.Parallel()
	d, o, g, in := office(t, discordtest.Options{})
	id := ok[string](t)(d.Slash(o.Founder, o.Chief, "project new", discordtest.Values{
		"goal": "prices", "file": discordtest.File{Name: "roadmap.md", Data: []byte("# One")},
	}))
	i := in.wait(t, 1)[0]
	data := i.ApplicationCommandData()
	sub := data.Options[0]
	if i.ID != id || i.Member.User.ID != o.Founder || data.Name != "project" || sub.Name != "new" || sub.Options[0].StringValue() != "prices" {
		t.Fatalf("got %+v", data)
	}
	if f := data.Resolved.Attachments[fmt.Sprint(sub.Options[1].Value)]; f == nil || f.Filename != "roadmap.md" || !strings.HasPrefix(f.URL, d.CDN()) {
		t.Errorf("file %+v", f)
	}
	respond := func(r *discordgo.InteractionResponse) error { return g.InteractionRespond(i, r) }
	if err := respond(&discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseDeferredChannelMessageWithSource,
		Data: &discordgo.InteractionResponseData{Flags: discordgo.MessageFlagsEphemeral},
	}); err != nil {
		t.Fatal(err)
	}
	if err := respond(&discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource}); err == nil || !strings.Contains(err.Error(), "40060") {
		t.Errorf("a second response: %v, want 40060", err)
	}
	text := "At work."
	if _, err := g.InteractionResponseEdit(i, &discordgo.WebhookEdit{Content: &text}); err != nil {
		t.Fatal(err)
	}
	if _, err := g.FollowupMessageCreate(i, true, &discordgo.WebhookParams{Content: "More."}); err != nil {
		t.Fatal(err)
	}
	e := ok[discordtest.Effect](t)(d.Answer(within(t), id))
	if e.Content != text || !e.Private || e.Kind != discordtest.KindMessage {
		t.Errorf("the answer is %+v", e)
	}
	for _, m := range d.Read(o.Chief) {
		if m.Text == text {
			t.Error("a private answer stands in the channel")
		}
	}
	d.Advance(16 * time.Minute)
	if _, err := g.InteractionResponseEdit(i, &discordgo.WebhookEdit{Content: &text}); err == nil || !strings.Contains(err.Error(), "50027") {
		t.Errorf("after 16 minutes: %v, want 50027", err)
	}
}

func TestWhatAClientWouldNotSend(t *testing.T) {
	t.Parallel()
	d, o, _, _ := office(t, discordtest.Options{})
	for name, c := range map[string]struct {
		channel, command string
		v                discordtest.Values
	}{
		"unknown command":    {o.Chief, "nothing", nil},
		"missing subcommand": {o.Chief, "project", nil},
		"required":           {o.Chief, "project new", nil},
		"undeclared":         {o.Chief, "project new", discordtest.Values{"goal": "x", "price": "1"}},
		"too long":           {o.Chief, "project new", discordtest.Values{"goal": strings.Repeat("x", 21)}},
		"wrong type":         {o.Chief, "project new", discordtest.Values{"goal": 7}},
	} {
		if _, err := d.Slash(o.Founder, c.channel, c.command, c.v); err == nil {
			t.Errorf("%s was sent", name)
		}
	}
	if _, err := d.Slash(o.Founder, o.DM, "status", nil); err != nil {
		t.Errorf("in a direct channel: %v", err)
	}
}

func TestLateResponseIsUnknown(t *testing.T) {
	t.Parallel()
	d, o, g, in := office(t, discordtest.Options{Answer: 300 * time.Millisecond})
	id := ok[string](t)(d.Slash(o.Founder, o.Chief, "status", nil))
	i := in.wait(t, 1)[0]
	d.Advance(4 * time.Second)
	err := g.InteractionRespond(i, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource})
	if err == nil || !strings.Contains(err.Error(), "10062") {
		t.Errorf("after 4 s: %v, want 10062", err)
	}
	if e := ok[discordtest.Effect](t)(d.Answer(within(t), id)); e.Kind != discordtest.KindUnanswered {
		t.Errorf("the person saw %+v", e)
	}
}

func TestAutocompletion(t *testing.T) {
	t.Parallel()
	d, o, g, in := office(t, discordtest.Options{})
	id := ok[string](t)(d.Autocomplete(o.Founder, o.Chief, "status", "project", "pri"))
	i := in.wait(t, 1)[0]
	if opt := i.ApplicationCommandData().Options[0]; i.Type != discordgo.InteractionApplicationCommandAutocomplete || !opt.Focused || opt.Value != "pri" {
		t.Fatalf("got %+v", opt)
	}
	if err := g.InteractionRespond(i, &discordgo.InteractionResponse{
		Type: discordgo.InteractionApplicationCommandAutocompleteResult,
		Data: &discordgo.InteractionResponseData{Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: "Prices", Value: "prj_1"}}},
	}); err != nil {
		t.Fatal(err)
	}
	list := ok[[]discordtest.Choice](t)(discordtest.Choices(ok[discordtest.Effect](t)(d.Answer(within(t), id))))
	if len(list) != 1 || list[0].Name != "Prices" || list[0].Value != "prj_1" {
		t.Errorf("got %+v", list)
	}
}

func TestButtonsMenusAndForms(t *testing.T) {
	t.Parallel()
	d, o, g, in := office(t, discordtest.Options{})
	row := func(c ...discordgo.MessageComponent) discordgo.MessageComponent {
		return discordgo.ActionsRow{Components: c}
	}
	card := ok[*discordgo.Message](t)(g.ChannelMessageSendComplex(o.Chief, &discordgo.MessageSend{
		Content: "One?", Components: []discordgo.MessageComponent{
			row(discordgo.Button{Label: "Change", CustomID: "d:1:a", Style: discordgo.PrimaryButton},
				discordgo.Button{Label: "Off", CustomID: "d:1:b", Disabled: true},
				discordgo.Button{Label: "Site", URL: "https://example.com", Style: discordgo.LinkButton}),
			row(discordgo.SelectMenu{MenuType: discordgo.StringSelectMenu, CustomID: "d:1:m", Options: []discordgo.SelectMenuOption{{Label: "A", Value: "a"}}}),
		},
	}))
	for _, id := range []string{"d:1:b", "d:1:z"} {
		if _, err := d.Press(o.Founder, card.ID, id); err == nil {
			t.Errorf("%s was pressed", id)
		}
	}
	if _, err := d.Select(o.Founder, card.ID, "d:1:m", "z"); err == nil {
		t.Error("something that is not in the menu was chosen")
	}
	message, custom, err := d.WithButton("change")
	if err != nil || message != card.ID || custom != "d:1:a" {
		t.Fatalf("button: %s %s %v", message, custom, err)
	}
	id := ok[string](t)(d.Press(o.Founder, message, custom))
	i := in.wait(t, 1)[0]
	if i.MessageComponentData().CustomID != "d:1:a" || i.Message.ID != card.ID {
		t.Fatalf("got %+v", i)
	}
	if err := g.InteractionRespond(i, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseModal, Data: &discordgo.InteractionResponseData{
		CustomID: "f:1", Title: "What should change?", Components: []discordgo.MessageComponent{
			row(discordgo.TextInput{CustomID: "text", Label: "Text", Style: discordgo.TextInputParagraph, Required: true, MaxLength: 4000}),
		},
	}}); err != nil {
		t.Fatal(err)
	}
	if e := ok[discordtest.Effect](t)(d.Answer(within(t), id)); e.Kind != discordtest.KindModal || e.Name != "What should change?" {
		t.Errorf("got %+v", e)
	}
	if _, err := d.SubmitModal(id, nil); err == nil {
		t.Error("a form without its required field was sent")
	}
	form := ok[string](t)(d.SubmitModal(id, discordtest.Values{"text": "cheaper"}))
	i = in.wait(t, 2)[1]
	if raw, err := json.Marshal(i.ModalSubmitData().Components); err != nil || !strings.Contains(string(raw), `"value":"cheaper"`) {
		t.Errorf("got %s, %v", raw, err)
	}
	if err := g.InteractionRespond(i, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseUpdateMessage, Data: &discordgo.InteractionResponseData{
		Content: "Changed.", Components: []discordgo.MessageComponent{},
	}}); err != nil {
		t.Fatal(err)
	}
	if e := ok[discordtest.Effect](t)(d.Answer(within(t), form)); e.Kind != discordtest.KindEdit || e.Content != "Changed." || len(e.Components) != 0 {
		t.Errorf("got %+v", e)
	}
}

func TestContextMenu(t *testing.T) {
	t.Parallel()
	d, o, g, in := office(t, discordtest.Options{})
	d.AllowContent(false) // its data come without the intent
	said := d.Say(o.Stranger, o.General, "Compare three cron libraries.")
	id := ok[string](t)(d.ContextMenu(o.Founder, said, "Make this a project"))
	i := in.wait(t, 1)[0]
	if data := i.ApplicationCommandData(); data.TargetID != said || data.Resolved.Messages[said].Content != "Compare three cron libraries." {
		t.Fatalf("got %+v", data)
	}
	if err := g.InteractionRespond(i, &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseChannelMessageWithSource, Data: &discordgo.InteractionResponseData{Content: "It is one."},
	}); err != nil {
		t.Fatal(err)
	}
	if e := ok[discordtest.Effect](t)(d.Answer(within(t), id)); e.Content != "It is one." || e.Private {
		t.Errorf("got %+v", e)
	}
	if raw, err := json.Marshal(d.History()); err != nil || !strings.Contains(string(raw), "It is one.") {
		t.Errorf("the history cannot be told: %v", err)
	}
}
