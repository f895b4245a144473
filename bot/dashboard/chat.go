package dashboard

import (
	"context"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/reports"
)

// Chat is the dashboard as a chat: what is said there comes by its command "ask", and what is said to its founders stands on their page.
type Chat struct {
	Records interface {
		KeepText(ctx context.Context, id org.DeliveryID, text string, card org.Card) error
	}
}

// Listen hears nothing, since each word comes by a form, and waits for the end of ctx.
func (Chat) Listen(ctx context.Context, _ func(context.Context, org.Message) error) error {
	<-ctx.Done()
	return nil
}

// Publish keeps the words where the page finds them. Its receipt is the delivery's own key.
func (c Chat) Publish(ctx context.Context, d reports.Delivery) (string, error) {
	if d.Facts.Meetings { // kept nowhere
		d.Body = "What stands in your calendar today is on the page [Meetings](/meetings). Of another day I say it in the chat."
	}
	if d.Facts.Mail != nil { // kept nowhere
		d.Body = "Your mail is read anew each time, and kept nowhere: it is on the page [Mail](/mail), and `!mail` in your chat says what somebody wrote."
	}
	return d.Key, c.Records.KeepText(ctx, d.ID, d.Body, d.Card)
}
