package orgtest

import "strings"

// FileNames returns 200 names that somebody may give a file or a project to
// reach another place, start something, or break what shows or keeps it.
func FileNames() []string {
	stems := []string{
		"../../etc/passwd", "..", ".", "", "/etc/shadow", "C:\\Windows\\win.ini", "\\\\host\\share\\x", "file:///etc/passwd", "-rf", "--help", "$(id)", "`id`", "a;id", "a|id", "a\x00.md",
		"a\nb\r\nc.md", "\x1b]0;x\x07.md", "\u202egnp.exe", "'); DROP TABLE messages; --", strings.Repeat("x", 300) + ".md",
	}
	out := make([]string, 0, 10*len(stems))
	for _, s := range stems {
		out = append(out, s, s+".md", "a/"+s, s+"/", " "+s+" ", strings.ToUpper(s), "@everyone "+s, s+"\xff", "{{"+s+"}}", "%2e%2e%2f"+s+"%00.md")
	}
	return out
}
