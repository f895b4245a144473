package discordtest_test

import (
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/testing/discordtest"
)

// upload posts a file of so many bytes and returns the status and the answer.
func upload(t *testing.T, d *discordtest.Server, path string, size int) (int, string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	if err := w.WriteField("payload_json", `{"content":"","attachments":[{"id":"0","filename":"a.bin","description":"zeros"}]}`); err != nil {
		t.Fatal(err)
	}
	f, err := w.CreateFormFile("files[0]", "x.bin")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write(make([]byte, size)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(within(t), http.MethodPost, d.API()+"/v10"+path, &b)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bot "+d.Token())
	req.Header.Set("Content-Type", w.FormDataContentType())
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer shut(t, res.Body)
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(raw)
}

func TestSizesOfFiles(t *testing.T) {
	d := discordtest.Start(t, discordtest.Options{})
	o := d.Scene()
	path := "/channels/" + o.Chief + "/messages"
	if status, body := upload(t, d, path, 10<<20); status != http.StatusOK || !strings.Contains(body, `"description":"zeros"`) {
		t.Errorf("10 MiB: got %d %.200s", status, body)
	}
	if status, body := upload(t, d, path, 10<<20+1); status != http.StatusRequestEntityTooLarge || !strings.Contains(body, "40005") {
		t.Errorf("a byte more: got %d %.200s", status, body)
	}
	if h := d.History(); len(h) != 1 || len(h[0].Files) != 1 || h[0].Files[0].Name != "a.bin" || len(h[0].Files[0].Data) != 10<<20 {
		t.Errorf("the history has %d effects", len(h))
	}
}

func TestNumberOfThreads(t *testing.T) {
	d := discordtest.Start(t, discordtest.Options{})
	o := d.Scene()
	for n := range 1000 {
		if _, err := d.Thread(o.Founder, d.Say(o.Founder, o.Chief, "x"), fmt.Sprint(n)); err != nil {
			t.Fatal(err)
		}
	}
	last := d.Say(o.Founder, o.Chief, "x")
	if status, body, _ := call(t, d, "POST", "/channels/"+o.Chief+"/messages/"+last+"/threads", `{"name":"One more"}`); status != http.StatusBadRequest || code(body) != 160006 {
		t.Errorf("got %d %v, want 160006", status, body)
	}
}
