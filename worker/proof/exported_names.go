package proof

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// nameTable tells by which lines a language declares what others may use.
type nameTable struct {
	extensions []string
	within     string         // "file", "folder" or "all": where a name may move to and still be found
	private    *regexp.Regexp // of the paths of files whose names are nobody's; nil for none
	// head matches a line that declares something: kind, name. shown must match it where a language hides by default, hidden must not.
	head, shown, hidden *regexp.Regexp
	holds               []string       // the kinds that hold others: classes
	open                []string       // kinds that hold others, which are shown whatever stands before them
	after               *regexp.Regexp // hides what follows in the class, as "private" does in Ruby
	keeps               string         // what of a parameter users depend on: "names", "types" behind a colon, or "first" of two words
	more                func(text string, take func(name, what string, line int))
}

//nolint:gochecknoglobals // made once, never changed
var nameTables = sync.OnceValue(func() []nameTable {
	m := regexp.MustCompile
	return []nameTable{
		{
			extensions: []string{".py", ".pyi"}, within: "file", private: m(`(?:^|/)_[^_/][^/]*$`), keeps: "names", holds: []string{"class"}, hidden: m(`^\s*(?:(?:async )?def|class)\s+_|^\s*_`),
			head: m(`^\s*(?:async )?(def|class)\s+(\w+)|^()([A-Z][A-Z0-9_]*)\s*(?::[^=]+)?=[^=]`), more: takePythonImports,
		},
		{
			extensions: []string{".js", ".jsx", ".ts", ".tsx", ".mjs", ".cjs", ".mts", ".cts", ".vue"}, within: "file", keeps: "types", open: []string{"class", "interface"}, shown: m(`^export\b|^(?:module\.)?exports\.`), hidden: m(`^\s*(?:private|protected|#|_)`),
			head: m(`^export\s+(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(function\*?|class|const|let|var|type|interface|enum|namespace)\s+(\w+)|^(?:module\.)?()exports\.(\w+)\s*=|^\s+(?:(?:static|async|get|set|readonly|public|declare|abstract|override)\s+)*\*?()(\w+)\??\s*[(:=]`), more: takeScriptExports,
		},
		{
			extensions: []string{".rs"}, within: "file", private: m(`(?:^|/)main\.rs$`), keeps: "types", holds: []string{"impl"}, open: []string{"trait"}, shown: m(`^\s*(?:pub\s|impl\b)`), hidden: m(`^\s*pub\s*\(`),
			head: m(`^\s*(?:pub\s+)?(?:(?:async|unsafe|const|default|extern(?:\s+"\w+")?)\s+)*(fn|struct|enum|trait|type|mod|static|const|union)\s+(\w+)|^\s*(impl)\b(?:<[^>]*>)?\s*(?:[\w:<>, ]+\s+for\s+)?(\w+)`), more: takeRustUses,
		},
		{
			extensions: []string{".java"}, within: "folder", keeps: "first", holds: []string{"class", "enum", "record"}, open: []string{"interface", "@interface"}, shown: m(`^\s*(?:@\w+(?:\([^)]*\))?\s*)*(?:public|protected)\b`), hidden: m(`^\s*(?:return|throw|new|else|private)\b`),
			head: m(`^\s*(?:@\w+(?:\([^)]*\))?\s*)*(?:(?:public|protected|static|final|abstract|sealed|non-sealed|default|synchronized|native)\s+)*(?:(class|interface|enum|record|@interface)\s+(\w+)|()(?:[\w.<>\[\],?& ]+\s)?(\w+)\s*(?:\(|=|;))`),
		},
		{
			extensions: []string{".kt", ".kts"}, within: "folder", keeps: "names", holds: []string{"class", "interface", "object"}, hidden: m(`^\s*(?:\w+\s+)*?(?:private|internal|protected)\b`),
			head: m(`^\s*(?:(?:public|open|abstract|override|suspend|inline|data|sealed|enum|operator|infix|const|lateinit|companion|annotation|value)\s+)*(fun|class|interface|object|val|var|typealias)\s+(?:<[^>]*>\s*)?(?:\w+\.)?(\w+)`),
		},
		{
			extensions: []string{".cs"}, within: "all", keeps: "first", holds: []string{"class", "struct", "record", "enum"}, open: []string{"interface"}, shown: m(`^\s*(?:\[[^\]]*\]\s*)*(?:public|protected)\b`), hidden: m(`^\s*(?:return|throw|new|else|private|internal)\b|\bprivate protected\b`),
			head: m(`^\s*(?:\[[^\]]*\]\s*)*(?:(?:public|protected|internal|static|sealed|abstract|virtual|override|async|readonly|partial|const|required|new)\s+)*(?:(class|struct|record|enum|interface)\s+(\w+)|()[\w.<>\[\],?]+\s+(\w+)\s*(?:\(|=|;|\{))`),
		},
		{
			extensions: []string{".rb"}, within: "all", keeps: "names", holds: []string{"class", "module"}, after: m(`^\s*(?:private|protected)\s*$`), hidden: m(`^\s*(?:private|protected)\s`),
			head: m(`^\s*(def|class|module)\s+((?:self\.)?[\w?!]+=?)`),
		},
		{
			extensions: []string{".php"}, within: "all", keeps: "first", holds: []string{"class", "interface", "trait", "enum"}, hidden: m(`^\s*(?:\w+\s+)*?(?:private|protected)\b`),
			head: m(`^\s*(?:(?:public|static|final|abstract|readonly)\s+)*(function|class|interface|trait|enum|const)\s+&?(\w+)`),
		},
		{
			extensions: []string{".swift"}, within: "all", keeps: "names", holds: []string{"class", "struct", "enum", "extension", "actor"}, open: []string{"protocol"}, shown: m(`^\s*(?:@\w+\s+)*(?:public|open)\b|^\s*extension\b`),
			head: m(`^\s*(?:@\w+\s+)*(?:(?:public|open|static|final|mutating|override|lazy|convenience|required|indirect)\s+)*(func|class|struct|enum|protocol|extension|actor|var|let|typealias)\s+(\w+)`),
		},
		{
			extensions: []string{".h", ".hh", ".hpp"}, within: "all", keeps: "first", hidden: m(`^\s*(?:return|else|if|for|while|switch|static\s+const)\b`),
			head: m(`^(?:extern\s+)?(?:"C"\s+)?()(?:[A-Za-z_][\w:<>]*[\s*&]+)+(\w+)\s*\(|^(struct|union|enum|class)\s+(\w+)\s*\{|^#\s*(define)\s+(\w+)|^(typedef)\s.*?\b(\w+)\s*;`),
		},
	}
})

// Names may come from another file: these match how.
var (
	pythonImport  = lazyregexp.New(`(?m)^from\s+\S+\s+import\s+(\([^)]*\)|.+)$`)
	scriptPasses  = lazyregexp.New(`(?m)^export\s*\*|^module\.exports\s*=\s*(?:require|\{\s*\.\.\.)`)
	scriptDefault = lazyregexp.New(`(?m)^export\s+default\b`)
	scriptList    = lazyregexp.New(`(?m)^export\s+(?:type\s+)?\{([^}]*)\}|^module\.exports\s*=\s*\{([^}]*)\}`)
	rustUse       = lazyregexp.New(`(?m)^\s*pub\s+use\s+([^;]+);`)
	anyWord       = lazyregexp.New(`\w+`)
)

// held is something declared that the lines behind it, which stand deeper, belong to.
type held struct {
	depth               int
	name                string
	holds, open, hidden bool
	shut                bool // what follows in it is hidden
}

// read takes the names of a file. What belongs to a class is named after it; what is declared within a function is nobody's.
func (l nameTable) read(text string, take func(name, what string, line int)) {
	var above []held
	at := 0
	for n, line := range strings.Split(text, "\n") {
		begin := at
		at += len(line) + 1
		bare := strings.TrimSpace(line)
		if bare == "" || strings.HasPrefix(bare, "//") || strings.HasPrefix(bare, "*") || strings.HasPrefix(bare, "/*") {
			continue
		}
		depth := depthOf(line)
		for len(above) > 0 && above[len(above)-1].depth >= depth && !strings.ContainsRune("{})]", rune(bare[0])) {
			above = above[:len(above)-1]
		}
		if l.after != nil && l.after.MatchString(line) && len(above) > 0 {
			above[len(above)-1].shut = true
			continue
		}
		m := l.head.FindStringSubmatchIndex(line)
		if m == nil {
			continue
		}
		kind, name, end := "", "", 0
		for i := 2; i+3 < len(m); i += 4 {
			if m[i+2] >= 0 && name == "" {
				kind, name, end = line[m[i]:m[i+1]], line[m[i+2]:m[i+3]], m[i+3]
			}
		}
		h := held{depth: depth, name: name, holds: slices.Contains(l.holds, kind) || slices.Contains(l.open, kind), open: slices.Contains(l.open, kind)}
		in := held{holds: true}
		if len(above) > 0 {
			in = above[len(above)-1]
		}
		shown := (l.shown == nil || l.shown.MatchString(line) || in.open) && (l.hidden == nil || !l.hidden.MatchString(line)) && !in.shut
		h.hidden = in.hidden || !in.holds || !shown
		above = append(above, h)
		if in.name != "" {
			name = in.name + "." + name
		}
		if !h.hidden && kind != "impl" && kind != "extension" {
			take(name, l.describe(kind, strings.TrimSpace(line[:end]), text[begin+end:]), n+1)
		}
	}
	if l.more != nil {
		l.more(text, take)
	}
}

// describe returns what users of something depend on: its kind, what it takes and, where that stands there, what it gives.
func (l nameTable) describe(kind, head, rest string) string {
	end := strings.IndexAny(rest, "(\n={;")
	if end < 0 || rest[end] != '(' || slices.Contains(l.holds, kind) && l.keeps != "names" {
		return kind
	}
	depth, from := 0, end+1
	for i := end; i < len(rest); i++ {
		switch rest[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		}
		if depth == 0 {
			given := ""
			if l.keeps == "first" { // what it gives stands before its name
				if words := strings.Fields(head); len(words) > 1 {
					given = words[len(words)-2] + " "
				}
			}
			return strings.TrimSpace(kind + " " + given + "(" + l.describeParameters(rest[from:i]) + ")")
		}
	}
	return kind
}

func (l nameTable) describeParameters(text string) string {
	var out []string
	depth, from := 0, 0
	for i := 0; i <= len(text); i++ {
		switch {
		case i == len(text) || text[i] == ',' && depth == 0:
			if p := strings.Join(strings.Fields(text[from:i]), " "); p != "" {
				out = append(out, l.describeParameter(p))
			}
			from = i + 1
		case strings.ContainsRune("([{<", rune(text[i])):
			depth++
		case strings.ContainsRune(")]}>", rune(text[i])):
			depth--
		}
	}
	return strings.Join(out, ", ")
}

func (l nameTable) describeParameter(p string) string {
	switch l.keeps {
	case "types":
		name, kind, typed := strings.Cut(p, ":")
		switch {
		case typed:
			kind = strings.TrimSpace(kind)
			if strings.HasSuffix(strings.TrimSpace(name), "?") {
				kind += "?"
			}
			return kind
		case strings.Contains(p, "="):
			return "_ ="
		case strings.HasPrefix(p, "..."), strings.Contains(p, "self"):
			return p
		}
		return "_"
	case "first":
		if at := strings.LastIndexAny(p, " *&"); at > 0 {
			return strings.TrimSpace(p[:at+1])
		}
	}
	return p
}

// takePythonImports takes what a module has from another one: it can be used from there too.
func takePythonImports(text string, take func(name, what string, line int)) {
	for _, m := range pythonImport.FindAllStringSubmatch(text, -1) {
		for part := range strings.SplitSeq(strings.Trim(m[1], "() \t"), ",") {
			words := strings.Fields(part)
			switch {
			case len(words) == 0:
			case words[0] == "*":
				take(passedOn, "", 0)
			default:
				take(words[len(words)-1], importedName, 0)
			}
		}
	}
}

// importedName stands for a name that comes from elsewhere, of which no more is known.
const importedName = "imported"

// takeScriptExports takes what a script exports by a list.
func takeScriptExports(text string, take func(name, what string, line int)) {
	if scriptPasses.MatchString(text) {
		take(passedOn, "", 0)
	}
	if scriptDefault.MatchString(text) {
		take("default", "", 0)
	}
	for _, m := range scriptList.FindAllStringSubmatch(text, -1) {
		for part := range strings.SplitSeq(m[1]+m[2], ",") {
			if i := strings.IndexAny(part, ":("); i >= 0 { // a key, whatever its value is called
				part = part[:i]
			}
			if words := strings.Fields(part); len(words) > 0 {
				take(words[len(words)-1], importedName, 0)
			}
		}
	}
}

// takeRustUses takes what a module passes on of another one.
func takeRustUses(text string, take func(name, what string, line int)) {
	for _, m := range rustUse.FindAllStringSubmatch(text, -1) {
		if strings.Contains(m[1], "*") {
			take(passedOn, "", 0)
		}
		for _, name := range anyWord.FindAllString(m[1], -1) {
			take(name, importedName, 0)
		}
	}
}
