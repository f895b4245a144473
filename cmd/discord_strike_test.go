package cmd_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/frasier-cos/frasier/internal/testing/discordtest"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

// A step fails for good after exactly three rejections and the founder is
// told once, whatever dies or refuses at that moment: the worker between the
// third verdict and what follows from it, the bot between the question and its
// record, Discord before or after it took the question, the model at the third
// verdict. make proof takes all of it instead of a sample.
func TestThirdStrike(t *testing.T) {
	t.Parallel()
	type trouble struct{ role, point, fault, model string }
	var all []trouble
	for _, p := range []string{"before qa", "unsaved qa", "after qa", "before finish", "finish", "finish:committed", "after finish"} {
		all = append(all, trouble{role: "worker", point: p + "#3"})
	}
	for _, p := range []string{"tell:committed", "claim-delivery:committed", "delivered", "delivered:committed"} {
		for n := 5; n <= 8; n++ { // the question is one of them, and the last that the project sends
			all = append(all, trouble{role: "bot", point: fmt.Sprintf("%s#%d", p, n)})
		}
	}
	for _, do := range []discordtest.Do{
		discordtest.Do500, discordtest.Do502, discordtest.Do503, discordtest.Do504, discordtest.Do429, discordtest.Do429Global, discordtest.Do429HTML, discordtest.DoReset, discordtest.DoHalf, discordtest.DoHang,
	} {
		all = append(all, trouble{fault: string(do)}, trouble{fault: string(do) + " after"}, trouble{role: "worker", point: "finish:committed#3", fault: string(do)})
	}
	for _, f := range []string{"408", "500", "502", "503", "529", "html", "reset", "cut", "200-error"} {
		all = append(all, trouble{model: f})
	}
	for _, c := range all {
		name := strings.Join(strings.Fields(c.role+" "+c.point+" "+c.fault+" "+c.model), " ")
		if !testlevel.Sample(name, 24) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := scripts(t, "", "two")
			p.Files = []string{"testdata/discord-strike.txtar"}
			p.Cmds["discord"] = inDiscord
			inFile := p.Setup
			p.Setup = func(e *testscript.Env) error {
				err := inFile(e)
				e.Setenv("FAULT", c.fault)
				if c.model != "" { // the call of the third verdict, once
					e.Setenv("MODEL", "qa:fault="+c.model+":price_of_oats:1:3")
				}
				e.Values["visit"].(*visit).unrest.plan = map[string][]string{c.role: {c.point}} //nolint:errcheck // it was set a line before
				return err
			}
			testscript.Run(t, p)
		})
	}
}

// hinder lets Discord fail at a message that holds some words: at its first
// two tries, or at one when it takes the message all the same.
func (c *visit) hinder(words, fault string) {
	do, after := strings.CutSuffix(fault, " after")
	if do == "" {
		return
	}
	f := discordtest.Fault{Holds: words, Do: discordtest.Do(do), After: after, Times: 2}
	if after || f.Do == discordtest.DoHang { // where the bot is killed
		f.Times = 1
	}
	c.server.Break(f)
}

// mend ends what hinder began. A bot whose message Discord swallows without a
// word is killed there and started again.
func (c *visit) mend(ts *testscript.TestScript, words, fault string) {
	if !strings.HasPrefix(fault, string(discordtest.DoHang)) {
		return
	}
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	_, err := c.server.WaitRequest(ctx, 0, func(r discordtest.Request) bool { return strings.Contains(string(r.Body), words) })
	ts.Check(err)
	if strings.HasSuffix(fault, "after") {
		c.await(ts, func(e discordtest.Effect) bool { return strings.Contains(e.Content, words) })
	}
	c.process(ts, "kill", []string{"bot"})
	c.server.Mend()
	c.rise(ts, "bot", nil)
}
