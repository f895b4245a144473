package trial

import "slices"

// FindVersion returns the version of a tool that a repository's files ask for, and the file that says so; read returns "" for what is not there.
func FindVersion(tool string, read func(name string) string) (version, file string) {
	at := slices.IndexFunc(languages, func(l language) bool { return l.tool == tool })
	if at < 0 {
		return "", ""
	}
	for _, p := range languages[at].places {
		if m := p.said.FindStringSubmatch(read(p.file)); m != nil {
			return m[1], p.file
		}
	}
	return "", ""
}

// DescribeInstall says how a version of a tool is installed; empty where that is not known.
func DescribeInstall(tool, version string) string { return describeInstall(tool+" "+version, "") }
