package settings

import (
	"os"
	"path/filepath"
	"strings"
	"time"
	_ "time/tzdata" // a server may have no zones of its own
)

// readMachineZone names this machine's time zone: by TZ, else by the files of the folder etc; UTC
// where neither names one that is known.
func readMachineZone(tz, etc string) string {
	names := []string{parseZoneName(strings.TrimPrefix(tz, ":"))}
	if link, err := filepath.EvalSymlinks(filepath.Join(etc, "localtime")); err == nil {
		names = append(names, parseZoneName(link))
	}
	if raw, err := os.ReadFile(filepath.Join(etc, "timezone")); err == nil {
		names = append(names, strings.TrimSpace(string(raw)))
	}
	for _, name := range names {
		zone, err := time.LoadLocation(name)
		if err != nil || name == "" || name == "Local" {
			continue
		}
		if short, off := time.Unix(0, 0).In(zone).Zone(); short == "UTC" && off == 0 {
			return short // as Etc/UTC and Zulu are
		}
		return name
	}
	return time.UTC.String()
}

// parseZoneName takes the name out of a path such as /usr/share/zoneinfo/Europe/Berlin.
func parseZoneName(path string) string {
	if _, name, ok := strings.Cut(path, "zoneinfo/"); ok {
		return strings.TrimPrefix(name, "posix/")
	}
	return path
}
