package agenttest

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"
)

// The misbehaviours.
const (
	Floods    = "floods"    // 4000 reports at once
	Reports   = "reports"   // 4000 ends of tools that it has not
	Bulky     = "bulky"     // a report of 12 MB
	Unknown   = "unknown"   // reports of kinds that nobody knows
	Asks      = "asks"      // for a permission
	Reaches   = "reaches"   // for files and terminals of ours
	Lies      = "lies"      // says that it is done, and did nothing
	Dies      = "dies"      // in the middle of its work
	Quits     = "quits"     // before it does anything, as if all were well
	Silent    = "silent"    // works, and never says that it has ended
	Deaf      = "deaf"      // hears no cancelling, and never ends
	Stays     = "stays"     // when it is told nothing more
	Strays    = "strays"    // writes where it may not
	Steals    = "steals"    // obeys what a repository's folders for agents say
	Mumbles   = "mumbles"   // writes what is no message
	Endless   = "endless"   // writes a line that does not end
	Overlong  = "overlong"  // answers with 12 MB
	Twice     = "twice"     // answers the same twice
	Astray    = "astray"    // answers what nobody asked
	Deep      = "deep"      // reports what is nested 20 000 times
	Shouts    = "shouts"    // 64 MB to its standard error
	Version   = "version"   // speaks a later protocol
	Mute      = "mute"      // never says that it is there
	NoSession = "nosession" // opens no session
	Closes    = "closes"    // its standard output, and lives on
	Greedy    = "greedy"    // asks the model without an end
	Links     = "links"     // leaves links out of its folder, pipes and devices
	Empties   = "empties"   // takes all away
	Lingers   = "lingers"   // leaves a program behind that goes on writing
	Stalls    = "stalls"    // stands still in front of its second call, unless somebody worked in its folder before it
	Tarries   = "tarries"   // runs a command that says nothing for a while
)

// Misbehaviours returns all of them.
func Misbehaviours() []string {
	return []string{
		Floods, Reports, Bulky, Unknown, Asks, Reaches, Lies, Dies, Quits, Silent, Deaf, Stays, Strays, Steals, Mumbles, Endless, Overlong, Twice, Astray, Deep, Shouts,
		Version, Mute, NoSession, Closes, Greedy, Links, Empties, Lingers, Stalls, Tarries,
	}
}

// greet answers the first message.
func (a *Agent) greet(m message) error {
	version := 1
	switch a.Misbehave {
	case Mute:
		return nil
	case Version:
		version = 99
	case Quits:
		os.Exit(0) //nolint:forbidigo // that is what it is to do
	}
	return a.send(map[string]any{"id": m.ID, "result": map[string]any{"protocolVersion": version, "agentCapabilities": map[string]any{"loadSession": true}}})
}

func (a *Agent) misbehave(m message) (over bool, err error) {
	done := map[string]any{"id": m.ID, "result": map[string]any{"stopReason": "end_turn"}}
	switch a.Misbehave {
	case Floods, Reports, Bulky, Unknown, Asks, Reaches, Mumbles, Endless, Deep, Shouts, Astray:
		return false, a.babble()
	case Lies:
		return true, a.send(done)
	case Overlong:
		return true, a.send(map[string]any{"id": m.ID, "error": map[string]any{"code": 1, "message": strings.Repeat("x", huge)}})
	case Deaf:
		select {} // that is what it is to do
	case Closes:
		err := os.Stdout.Close() //nolint:forbidigo // as above
		<-time.After(time.Hour)
		return true, err
	case Strays, Steals, Links, Empties, Lingers, Tarries:
		return false, a.meddle()
	}
	return false, nil
}

const huge = 12 << 20

// babble says what nobody wants to hear.
func (a *Agent) babble() error {
	const many = 4000
	var err error
	switch a.Misbehave {
	case Floods:
		for n := 0; n < many && err == nil; n++ {
			err = a.report(map[string]any{"sessionUpdate": "agent_thought_chunk", "content": map[string]any{"type": "text", "text": "hm "}})
		}
	case Reports:
		for n := 0; n < many && err == nil; n++ {
			err = a.report(map[string]any{"sessionUpdate": "tool_call_update", "toolCallId": fmt.Sprint("none", n), "title": "nothing", "status": "completed"})
		}
	case Bulky:
		err = a.report(map[string]any{"sessionUpdate": "tool_call", "toolCallId": "big", "title": strings.Repeat("x", huge), "status": "completed"})
	case Unknown:
		for _, v := range []any{map[string]any{"sessionUpdate": "weather", "content": []int{1}}, []int{1, 2}, "x", nil} {
			if err == nil {
				err = a.report(v)
			}
		}
	case Asks:
		err = a.send(map[string]any{"id": 99, "method": "session/request_permission", "params": map[string]any{
			"sessionId": "one", "toolCall": map[string]any{"toolCallId": "x"}, "options": []any{map[string]any{"optionId": "no", "name": "No", "kind": "reject_once"}},
		}})
	case Reaches:
		for n, r := range []map[string]any{
			{"method": "fs/write_text_file", "params": map[string]any{"sessionId": "one", "path": "/tmp/stray-reached", "content": "stray"}},
			{"method": "fs/read_text_file", "params": map[string]any{"sessionId": "one", "path": "/etc/hostname"}},
			{"method": "terminal/create", "params": map[string]any{"sessionId": "one", "command": "touch", "args": []string{"/tmp/stray-reached"}}},
			{"method": "_frasier/anything", "params": map[string]any{}},
		} {
			r["id"] = 200 + n
			if err == nil {
				err = a.send(r)
			}
		}
	case Mumbles:
		err = a.write([]byte("warning: this is no message\n{\"jsonrpc\":\n\x00\xff\xfe\n[]\n\n{}\n"))
	case Endless:
		err = a.write(append(bytes.Repeat([]byte("x"), 2*huge), '\n'))
	case Deep:
		const nested = 20_000
		err = a.write([]byte(`{"jsonrpc":"2.0","method":"session/update","params":{"update":` + strings.Repeat("[", nested) + strings.Repeat("]", nested) + "}}\n"))
	case Shouts:
		for n := 0; n < 64 && err == nil; n++ {
			_, err = os.Stderr.Write(bytes.Repeat([]byte("a warning\n"), 1<<20/10)) //nolint:forbidigo // it is a program of its own
		}
	case Astray:
		err = a.send(map[string]any{"id": 4711, "result": map[string]any{"stopReason": "end_turn"}})
	}
	return err
}

// meddle does to files what it should not.
func (a *Agent) meddle() error {
	switch a.Misbehave {
	case Strays:
		for _, at := range []string{"/usr/stray", "/agent/stray", "/tree/.claude/stray", "/tree/../stray", "/etc/stray", "/sockets/stray", "/proc/sys/kernel/hostname"} {
			_ = os.WriteFile(at, []byte("stray"), 0o600) //nolint:errcheck // most of it fails, and should
		}
	case Steals:
		for _, at := range []string{".claude/settings.json", ".codex/config.toml", ".opencode/plugin/x.js", ".agents/skills/x.md"} {
			if raw, err := os.ReadFile(at); err == nil {
				for _, to := range []string{"stolen.txt", ".mcp.json"} {
					if err := os.WriteFile(to, raw, 0o600); err != nil {
						return fmt.Errorf("write what was read: %w", err)
					}
				}
			}
		}
	case Links:
		_ = os.Symlink("/etc/passwd", "passwd")               //nolint:errcheck // what fails does no harm
		_ = os.Symlink("/", "all")                            //nolint:errcheck // as above
		_ = os.Symlink("loop", "loop")                        //nolint:errcheck // as above
		_ = syscall.Mkfifo("pipe", 0o600)                     //nolint:errcheck // as above
		_ = syscall.Mknod("device", syscall.S_IFCHR|0o600, 5) //nolint:errcheck // as above
		_ = os.WriteFile("shut", []byte("shut"), 0o000)       //nolint:errcheck // as above
	case Empties:
		all, err := os.ReadDir(".")
		if err != nil {
			return fmt.Errorf("look around: %w", err)
		}
		for _, e := range all {
			_ = os.RemoveAll(e.Name()) //nolint:errcheck // masks stay
		}
	case Lingers:
		return linger()
	case Tarries:
		return runSlowCommand()
	}
	return nil
}

// TarryTime is how long the command takes of one that tarries.
const TarryTime = 9 * time.Second

func runSlowCommand() error {
	p, err := os.StartProcess("/bin/sh", []string{"sh", "-c", fmt.Sprintf("sleep %d; :", int(TarryTime.Seconds()))}, &os.ProcAttr{})
	if err == nil {
		_, err = p.Wait()
	}
	if err != nil {
		return fmt.Errorf("run a command: %w", err)
	}
	return nil
}

// linger leaves a program behind, in a session of its own, that goes on writing.
func linger() error {
	p, err := os.StartProcess("/bin/sh", []string{"sh", "-c", "while :; do date > /tree/lingered.txt; done"}, &os.ProcAttr{Sys: &syscall.SysProcAttr{Setsid: true}})
	if err != nil {
		return fmt.Errorf("leave a program behind: %w", err)
	}
	return p.Release()
}
