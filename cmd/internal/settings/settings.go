// Package settings reads what an operator may set: environment variables, and
// a file named .env in the working folder for those that are not in the
// environment. It is the only reader of either, and it reads once.
package settings

import (
	"fmt"
	"maps"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/org"
	"github.com/frasier-cos/frasier/internal/prose"
	"github.com/frasier-cos/frasier/internal/work"
	"github.com/frasier-cos/frasier/llm"
)

// Secret is a value that must not be shown. It prints as "set" or "not set";
// Reveal gives the value to the one place that needs it.
type Secret struct{ value string }

// String says whether the secret is set.
func (s Secret) String() string {
	if s.value == "" {
		return "not set"
	}
	return "set"
}

// GoString returns String, so that no format verb shows the value.
func (s Secret) GoString() string { return s.String() }

// MarshalText returns String, so that no encoder shows the value.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Reveal returns the value.
func (s Secret) Reveal() string { return s.value }

// Secrets returns all secrets of the settings, also those that are not set.
func (s Settings) Secrets() []Secret {
	out := []Secret{s.ModelKey, s.BraveKey, s.DiscordToken, s.SpeechKey, s.LinearSecret}
	if u, err := url.Parse(s.DB); err == nil {
		if password, ok := u.User.Password(); ok {
			out = append(out, Secret{password})
		}
		out = append(out, Secret{u.Query().Get("password")})
	}
	return out
}

// Settings holds all settings of the product.
type Settings struct {
	Home, DB, Name, NorthStar string
	Place                     string // DB as it may be shown: an address without its password
	ModelKey                  Secret
	ModelURL                  string
	StandIn                   bool
	LLM                       string // auto, openrouter or extractive
	Models                    llm.Models
	ChiefTier                 org.Tier // who answers founders
	BraveKey                  Secret
	BraveURL, SearXNG, Corpus string
	SpeechKey                 Secret
	SpeechURL, SpeechModel    string // empty URL: no recording is listened to
	Allow                     []netip.Prefix
	Prompts                   string
	Workers                   int
	Code                      work.CodeShare // which steps a worker takes
	Agents                    string         // folder with the coding agents of others; empty: in Home
	// ReviewSteps and ReviewCost (in dollars) say from when on a model of another family looks at a plan; 0 is never.
	ReviewSteps, ReviewCost int
	// KeepDays is the number of days for which what only served the making of a project is kept; 0
	// is for ever.
	KeepDays int
	// SkillScanners must have looked at a skill from outside.
	SkillScanners int
	Poll          time.Duration
	ForgePoll     time.Duration
	// LinearPoll is the time between two looks at Linear; LinearFounders are ids of accounts there that may order, none for the key's own; LinearSecret
	// is what its webhook is signed with.
	LinearPoll     time.Duration
	LinearRoom     int // most issues of ours that are open there
	LinearFounders []string
	LinearSecret   Secret
	Listen         string // "auto", an address, or empty for none: see Address
	// ListenBotOnly says that Listen stands in the .env file, which bot and workers share: it is the bot's.
	ListenBotOnly bool
	PublicListen  string // where the public site is served; empty for nowhere
	PublicURL     string // https address of the dashboard behind a proxy; empty for none
	DiscordToken  Secret
	DiscordURL    string   // REST base; empty means Discord's
	Founders      []string // Discord's user ids
	Guild         string   // empty: any server
	Channels      []string // empty: all
	Releases      string   // address below which releases are; used by update alone
	Forges        []string // hosts whose repositories may be added from a chat
	Network       []string // what git needs to reach addresses, as the process has it: NAME=VALUE
	MachineZone   string   // of this machine: the founder's day, until he names another
	Rows          []Row    // every setting as it was read
}

// Row is a setting with the source of its value.
type Row struct {
	Name    string `json:"name"`
	Value   string `json:"value"` // masked when secret
	Source  string `json:"source"`
	Meaning string `json:"meaning"`
}

// Releases is the default address below which releases are.
const Releases = "https://github.com/frasier-cos/frasier/releases"

// OpenRouter is the default base URL of the model endpoint.
const OpenRouter = "https://openrouter.ai/api/v1"

// Error is a setting that cannot be used. Its text says what to write instead.
type Error struct{ Name, Value, Fix string }

// Error returns the sentence.
func (e *Error) Error() string {
	if e.Value == "" {
		return e.Name + ": " + e.Fix
	}
	return fmt.Sprintf("%s is %q: %s", e.Name, clipValue(e.Value), e.Fix)
}

// Load reads the settings from the environment (as "NAME=value" lines) and
// from the file .env in dir. Its errors are *Error, or about the file.
func Load(env []string, dir string) (Settings, error) {
	r := reader{env: map[string]string{}, file: map[string]string{}}
	for _, line := range env {
		if k, v, ok := strings.Cut(line, "="); ok {
			r.env[k] = v
		}
	}
	path := filepath.Join(dir, ".env")
	if _, err := os.Stat(path); err == nil {
		if r.file, err = readSettings(path); err != nil {
			return Settings{}, err
		}
		if err := r.checkNames(path); err != nil {
			return Settings{}, err
		}
		if err := r.checkPrivate(path); err != nil {
			return Settings{}, err
		}
	}
	s, err := r.readAll()
	s.MachineZone = readMachineZone(r.env["TZ"], "/etc")
	return s, err
}

type reader struct {
	env, file map[string]string
	rows      []Row
	err       error
}

// checkNames refuses a name in the file that nobody reads and that looks like ours. Its value is
// not shown: it may be a key under a wrong name.
func (r *reader) checkNames(path string) error {
	for _, k := range slices.Sorted(maps.Keys(r.file)) {
		if strings.HasPrefix(k, prefix) && !slices.Contains(listSettings(), k) {
			return &Error{Name: clipValue(k), Fix: "there is no such setting in " + path + "; the nearest is " + findNearestSetting(k)}
		}
	}
	return nil
}

const prefix = "FRASIER_"

// findNearestSetting returns the setting that begins and ends most like an unknown name.
func findNearestSetting(name string) string {
	best, most := "", -1
	name = strings.TrimPrefix(name, prefix)
	for _, n := range slices.Concat(listSettings(), SecretNames()) {
		own, same := strings.TrimPrefix(n, prefix), 0
		for same < min(len(own), len(name)) && own[same] == name[same] {
			same++
		}
		for i := 1; i <= min(len(own), len(name)) && own[len(own)-i] == name[len(name)-i]; i++ {
			same++
		}
		if same > most {
			best, most = n, same
		}
	}
	return best
}

func clipValue(s string) string { return prose.Clip(s, 80, "...") }

func listSettings() []string {
	return []string{
		"FRASIER_HOME", "FRASIER_DB", "FRASIER_NAME", "FRASIER_NORTH_STAR", "FRASIER_LLM_URL", "FRASIER_LLM", "FRASIER_MODEL_T1", "FRASIER_MODEL_T2", "FRASIER_MODEL_T3", "FRASIER_MODEL_X", "FRASIER_STAND_IN", "FRASIER_CHIEF_TIER",
		"FRASIER_BRAVE_URL", "FRASIER_SEARXNG_URL", "FRASIER_TRANSCRIBE_URL", "FRASIER_TRANSCRIBE_MODEL", "FRASIER_CORPUS", "FRASIER_FETCH_ALLOW", "FRASIER_PROMPTS", "FRASIER_WORKERS", "FRASIER_CODE", "FRASIER_AGENTS", "FRASIER_REVIEW_STEPS", "FRASIER_REVIEW_COST", "FRASIER_KEEP_DAYS", "FRASIER_SKILL_SCANNERS", "FRASIER_LINEAR_POLL", "FRASIER_LINEAR_ROOM", "FRASIER_LINEAR_FOUNDERS",
		"FRASIER_POLL", "FRASIER_LISTEN", "FRASIER_PUBLIC_URL", "FRASIER_PUBLIC_LISTEN", "FRASIER_FOUNDERS", "FRASIER_GUILD", "FRASIER_CHANNELS", "FRASIER_DISCORD_URL", "FRASIER_FORGES", "FRASIER_RELEASES",
	}
}

// readText takes spaces and quotes around a setting off.
func (r *reader) readText(name, otherwise, meaning string) string {
	v, source := otherwise, "default"
	if f, ok := r.file[name]; ok && f != "" {
		v, source = f, ".env"
	}
	if e, ok := r.env[name]; ok && e != "" {
		v, source = e, "environment"
	}
	v = strings.Trim(strings.TrimSpace(v), `"'`)
	r.rows = append(r.rows, Row{name, v, source, meaning})
	return v
}

func (r *reader) readChoice(name, otherwise, meaning string, of ...string) string {
	v := strings.ToUpper(r.readText(name, otherwise, meaning))
	if i := slices.IndexFunc(of, func(o string) bool { return strings.EqualFold(o, v) }); i >= 0 {
		v = of[i]
	} else {
		r.reject(name, v, "write one of "+strings.Join(of, ", "))
	}
	return v
}

func (r *reader) checkAddress(name, v string) string {
	u, err := url.Parse(v)
	if v != "" && (err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "") {
		r.reject(name, v, "write a whole address, such as https://host.example/path")
	}
	return v
}

func (r *reader) readSecret(name, meaning string) Secret {
	v := r.readText(name, "", meaning)
	if c, ok := r.readCredential(name); ok {
		v, r.rows[len(r.rows)-1].Source = c, "credentials"
	}
	s := Secret{strings.TrimPrefix(v, "Bot ")}
	r.rows[len(r.rows)-1].Value = s.String()
	return s
}

func (r *reader) reject(name, value, fix string) {
	if r.err == nil {
		r.err = &Error{name, value, fix}
	}
}

// collectNetwork takes what programs reach the network by: an agent of ssh keys, proxies, and where packages come from.
func (r *reader) collectNetwork() (out []string) {
	for _, name := range []string{"SSH_AUTH_SOCK", "HTTPS_PROXY", "https_proxy", "http_proxy", "ALL_PROXY", "all_proxy", "NO_PROXY", "no_proxy", "GOPROXY", "npm_config_registry", "PIP_INDEX_URL"} {
		if v := r.env[name]; v != "" {
			out = append(out, name+"="+v)
		}
	}
	return out
}

func (r *reader) readAll() (Settings, error) {
	s := Settings{Network: r.collectNetwork()}
	s.Home = r.readText("FRASIER_HOME", "./frasier-data", "data folder")
	r.readDatabase(&s)
	s.Name = r.readText("FRASIER_NAME", "Frasier", "the chief's name")
	s.NorthStar = r.readText("FRASIER_NORTH_STAR", "$20k a month in revenue", "the goal in the chief's prompt")
	s.ModelKey = r.readSecret("OPENROUTER_API_KEY", "key of the model endpoint")
	s.ModelURL = strings.TrimRight(r.checkAddress("FRASIER_LLM_URL", r.readText("FRASIER_LLM_URL", "", "base URL of the model endpoint; empty means OpenRouter's")), "/")
	s.LLM = r.readText("FRASIER_LLM", "auto", "auto, openrouter or extractive")
	r.chooseProvider(&s)
	def := llm.DefaultModels()
	s.Models = llm.Models{
		T1: r.readModel("FRASIER_MODEL_T1", def.T1), T2: r.readModel("FRASIER_MODEL_T2", def.T2),
		T3: r.readModel("FRASIER_MODEL_T3", def.T3), X: r.readModel("FRASIER_MODEL_X", def.X),
	}
	s.StandIn = r.readChoice("FRASIER_STAND_IN", "off", "on lets another of your models answer while one is at its provider's limit", "off", "on") == "on"
	s.ChiefTier = org.Tier(r.readChoice("FRASIER_CHIEF_TIER", string(org.T2), "whose model answers you: T1, T2 or T3", string(org.T1), string(org.T2), string(org.T3)))
	s.BraveKey = r.readSecret("BRAVE_API_KEY", "key for Brave Search")
	s.BraveURL = r.checkAddress("FRASIER_BRAVE_URL", r.readText("FRASIER_BRAVE_URL", "", "base URL of Brave Search; empty means Brave's"))
	s.SearXNG = r.checkAddress("FRASIER_SEARXNG_URL", r.readText("FRASIER_SEARXNG_URL", "", "base URL of a SearXNG instance"))
	s.SpeechURL = strings.TrimSuffix(strings.TrimRight(r.checkAddress("FRASIER_TRANSCRIBE_URL", r.readText("FRASIER_TRANSCRIBE_URL", "", "base URL of a service that turns speech into text by OpenAI's protocol, such as https://api.openai.com/v1; empty: recordings are not listened to")), "/"), "/audio/transcriptions")
	s.SpeechKey = r.readSecret("TRANSCRIBE_API_KEY", "key of that service")
	s.SpeechModel = r.readText("FRASIER_TRANSCRIBE_MODEL", "whisper-1", "model of that service")
	s.Corpus = r.readText("FRASIER_CORPUS", "", "folder of documents to search and cite")
	r.readAllow(&s)
	s.Prompts = r.readText("FRASIER_PROMPTS", "", "folder whose files replace the built-in prompts")
	s.Workers = r.readNumberSetting("FRASIER_WORKERS", "4", "steps worked on at once", 1, 64)
	s.Code = work.CodeShare(r.readChoice("FRASIER_CODE", string(work.AnyStep), "which steps a worker takes: any; only those that change code; or none of these, which off says", string(work.AnyStep), string(work.OnlyCode), string(work.NoCode)))
	s.Agents = r.readText("FRASIER_AGENTS", "", "folder with the coding agents of others, each in a folder of its name; empty: agents in the data folder")
	s.ReviewSteps = r.readNumberSetting("FRASIER_REVIEW_STEPS", "7", "steps from which a model of another family looks at a plan before work begins; 0 is never", 0, 200)
	s.ReviewCost = r.readNumberSetting("FRASIER_REVIEW_COST", "5", "dollars of expected cost from which it does; 0 is never", 0, 10000)
	s.KeepDays = r.readNumberSetting("FRASIER_KEEP_DAYS", "90", "days that what models were asked and replied, unused drafts and pages that nothing cites are kept after a project has ended; 0 keeps them", 0, 36500)
	s.SkillScanners = r.readNumberSetting("FRASIER_SKILL_SCANNERS", "0", "scanners that must have looked at a skill from outside before it is let in, beside the built-in rules and you", 0, 3)
	s.ForgePoll = r.readDuration("FRASIER_FORGE_POLL", "1m", "how often a repository at a forge is looked at without a nudge")
	s.LinearPoll = r.readDuration("FRASIER_LINEAR_POLL", "1m", "how often Linear is asked what changed there without a nudge")
	s.LinearRoom = r.readNumberSetting("FRASIER_LINEAR_ROOM", "200", "most issues of mine that are open in Linear at once", 10, 100000)
	s.LinearFounders = strings.FieldsFunc(r.readText("FRASIER_LINEAR_FOUNDERS", "", "ids of the accounts in Linear that may order something; empty means the one whose key it is"), func(c rune) bool { return c == ',' || c == ' ' })
	s.LinearSecret = r.readSecret("LINEAR_WEBHOOK_SECRET", "what Linear signs its webhook with")
	s.Poll = r.readDuration("FRASIER_POLL", "10s", "how often work and deliveries are looked for without a nudge")
	r.readDiscord(&s)
	r.readListen(&s)
	r.readPublicURL(&s)
	r.readPublicListen(&s)
	s.Releases = strings.TrimRight(r.checkAddress("FRASIER_RELEASES", r.readText("FRASIER_RELEASES", Releases, "address below which update finds releases, each signed")), "/")
	s.Rows = r.rows
	return s, r.err
}

// readListen reads where health and metrics are served. An empty value in the environment or the
// file means nowhere.
func (r *reader) readListen(s *Settings) {
	const name = "FRASIER_LISTEN"
	s.Listen = r.readText("FRASIER_LISTEN", autoListen, "dashboard, health and metrics; auto is "+BotAddress+" for the bot and none for workers; empty is none")
	e, inEnv := r.env[name]
	f, inFile := r.file[name]
	if s.Listen == autoListen && (inEnv && e == "" || inFile && f == "") {
		s.Listen = ""
		r.rows[len(r.rows)-1].Value = ""
	}
	s.ListenBotOnly = inFile && !inEnv
	if s.Listen == "" || s.Listen == autoListen {
		return
	}
	_, port, err := net.SplitHostPort(s.Listen)
	if n, bad := strconv.Atoi(port); err != nil || bad != nil || n < 0 || n > 65535 {
		r.reject(name, s.Listen, "write an address such as "+BotAddress+", or leave it empty for none")
	}
}

func (r *reader) readPublicListen(s *Settings) {
	const name = "FRASIER_PUBLIC_LISTEN"
	s.PublicListen = r.readText("FRASIER_PUBLIC_LISTEN", "", "address at which the public site of shared projects is served; empty: nowhere")
	if s.PublicListen == "" {
		return
	}
	_, port, err := net.SplitHostPort(s.PublicListen)
	if n, bad := strconv.Atoi(port); err != nil || bad != nil || n < 0 || n > 65535 {
		r.reject(name, s.PublicListen, "write an address such as 127.0.0.1:8788, or leave it empty for none")
	}
	if port != "0" && s.PublicListen == s.Address("bot") {
		r.reject(name, s.PublicListen, "the dashboard is there already: write another port")
	}
}

func (r *reader) readPublicURL(s *Settings) {
	const name = "FRASIER_PUBLIC_URL"
	s.PublicURL = strings.TrimRight(r.readText("FRASIER_PUBLIC_URL", "", "https address of the dashboard behind a proxy; empty: this machine only"), "/")
	if s.PublicURL == "" {
		return
	}
	if u, err := url.Parse(s.PublicURL); err != nil || u.Scheme != "https" || u.Host == "" || u.Path != "" || u.RawQuery != "" || u.User != nil {
		r.reject(name, s.PublicURL, "write an address such as https://frasier.example.com")
	}
}

// readDatabase reads where the data is: a file, or an address, whose password is not shown.
func (r *reader) readDatabase(s *Settings) {
	s.DB = r.readText("FRASIER_DB", filepath.Join(s.Home, "frasier.db"), "database: a file, or postgres://...")
	s.Place = s.DB
	defer func(row int) { r.rows[row].Value = s.Place }(len(r.rows) - 1)
	if strings.HasPrefix(s.DB, "postgres://") || strings.HasPrefix(s.DB, "postgresql://") {
		s.Place = "postgres://..."
		u, err := url.Parse(s.DB)
		if err != nil || u.Host == "" && u.Query().Get("host") == "" {
			r.reject("FRASIER_DB", s.Place, "write postgres://user:password@host:5432/name, with every special character of the password escaped")
			return
		}
		u.RawQuery = "" // may hold a password too
		s.Place = u.Redacted()
	} else if strings.Contains(s.DB, "://") {
		r.reject("FRASIER_DB", s.DB, "write the path of a file, or an address that begins with postgres://")
	}
}

func (r *reader) chooseProvider(s *Settings) {
	switch s.LLM {
	case "auto":
		if s.ModelKey.Reveal() == "" && s.ModelURL == "" {
			s.LLM = "extractive"
		} else {
			s.LLM = "openrouter"
		}
	case "openrouter", "extractive":
	default:
		r.reject("FRASIER_LLM", s.LLM, "write auto, openrouter or extractive")
	}
	if s.LLM == "openrouter" && s.ModelURL == "" {
		s.ModelURL = OpenRouter
		if s.ModelKey.Reveal() == "" {
			r.reject("FRASIER_LLM", "openrouter", "set OPENROUTER_API_KEY too, or FRASIER_LLM_URL for an endpoint without a key")
		}
	}
}

func (r *reader) readModel(name string, otherwise llm.Model) llm.Model {
	id := r.readText(name, otherwise.ID, "model of this tier")
	if id == otherwise.ID {
		return otherwise
	}
	return llm.Model{ID: id}
}

func (r *reader) readAllow(s *Settings) {
	list := r.readText("FRASIER_FETCH_ALLOW", "", "networks (CIDR) that fetching may reach although they are private")
	for _, part := range strings.FieldsFunc(list, func(c rune) bool { return c == ',' || c == ' ' }) {
		p, err := netip.ParsePrefix(part)
		if err != nil {
			r.reject("FRASIER_FETCH_ALLOW", part, "write networks such as 10.1.0.0/16, separated by commas")
			return
		}
		s.Allow = append(s.Allow, p)
	}
}

func (r *reader) readNumberSetting(name, otherwise, meaning string, low, high int) int {
	v := r.readText(name, otherwise, meaning)
	n, err := strconv.Atoi(v)
	if err != nil || n < low || n > high {
		r.reject(name, v, fmt.Sprintf("write a whole number from %d to %d", low, high))
	}
	return n
}

func (r *reader) readDuration(name, otherwise, meaning string) time.Duration {
	v := r.readText(name, otherwise, meaning)
	d, err := time.ParseDuration(v)
	if err != nil || d < 10*time.Millisecond || d > 10*time.Minute {
		r.reject(name, v, "write a time from 10ms to 10m, such as 10s")
	}
	return d
}
