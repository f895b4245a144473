package coding_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/frasier-cos/frasier/internal/coding"
)

// Of what a program reports only plain names and addresses of the web stay, without a login in them.
func TestReportsOfProgramsAreTamed(t *testing.T) {
	service := func(url string) coding.RemoteService { return coding.RemoteService{Name: "web", URL: url} }
	got := coding.Realised{
		Provider: "gar\x1bage\nof ours", Ref: strings.Repeat("r", 300), URL: "https://garage.example/7", Branch: " fee ",
		Services: []coding.RemoteService{
			service("http://10.0.0.1:8080/a"), service("javascript:alert(1)"), service("https://ann:secret@garage.example"), service("//garage.example"), service("file:///etc/passwd"),
			service("https://garage.example/" + strings.Repeat("x", 500)),
			{URL: "https://nameless.example"},
		},
	}.Tame()
	want := coding.Realised{Provider: "garage of ours", Ref: got.Ref, URL: "https://garage.example/7", Branch: "fee", Services: []coding.RemoteService{service("http://10.0.0.1:8080/a")}}
	if d := cmp.Diff(want, got); d != "" || len([]rune(got.Ref)) > 201 {
		t.Errorf("tamed (-want +got):\n%s", d)
	}
	many := coding.Realised{}
	for range 50 {
		many.Services = append(many.Services, service("https://garage.example"))
	}
	if n := len(many.Tame().Services); n != 10 {
		t.Errorf("%d services are kept, want 10", n)
	}
}
