package gql_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/formatter"

	"github.com/frasier-cos/frasier/internal/testing/testlevel"
)

const schemaFile = "../../../internal/testing/lineartest/schema.graphql"

// inputs are the fields that are ever sent of inputs that go as variables. Of others the requests themselves say it.
var inputs = map[string][]string{
	"ProjectCreateInput":          {"id", "name", "description", "content", "teamIds", "statusId"},
	"ProjectUpdateInput":          {"name", "description", "content", "statusId", "trashed"},
	"ProjectMilestoneCreateInput": {"id", "name", "projectId", "sortOrder"},
	"ProjectMilestoneUpdateInput": {"name", "sortOrder"},
	"IssueCreateInput":            {"id", "teamId", "title", "description", "stateId", "projectId", "projectMilestoneId", "labelIds"},
	"IssueBatchCreateInput":       {"issues"},
	"IssueUpdateInput":            {"title", "description", "stateId", "projectId", "projectMilestoneId", "addedLabelIds", "removedLabelIds"},
	"IssueRelationCreateInput":    {"id", "issueId", "relatedIssueId", "type"},
	"IssueLabelCreateInput":       {"id", "name", "teamId", "color"},
	"CommentCreateInput":          {"id", "issueId", "body"},
	"AttachmentCreateInput":       {"id", "issueId", "title", "url"},
	"ProjectUpdateCreateInput":    {"id", "projectId", "body", "health"},
}

const head = `# The part of Linear's schema that bot/linear/gql asks for, cut out of packages/sdk/src/schema.graphql of
# https://github.com/linear/linear by TestTheSchemaIsPartOfLinears. MIT License, Copyright (c) 2019 Linear.

`

// All that is asked is valid by Linear's own schema, and the part of it that is kept here is what it says. FRASIER_LINEAR_SDL
// names a copy of the whole; UPDATE_GOLDEN=1 cuts the part out anew.
func TestTheSchemaIsPartOfLinears(t *testing.T) {
	t.Parallel()
	path := os.Getenv("FRASIER_LINEAR_SDL") //nolint:forbidigo // of a proof
	if path == "" {
		if testlevel.Proof() {
			t.Fatal("FRASIER_LINEAR_SDL names no copy of Linear's schema.graphql")
		}
		return
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got := cut(t, string(whole))
	if os.Getenv("UPDATE_GOLDEN") != "" { //nolint:forbidigo // as all goldens do
		if err := os.WriteFile(schemaFile, got, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	kept, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(kept, got) {
		t.Error("the kept part is not what Linear's schema says; look at the difference, then UPDATE_GOLDEN=1")
	}
}

// The requests are valid by the part that is kept.
func TestTheRequestsAreValid(t *testing.T) {
	t.Parallel()
	kept, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	load(t, string(kept))
}

func load(t *testing.T, sdl string) (*ast.Schema, *ast.QueryDocument) {
	t.Helper()
	schema, err := gqlparser.LoadSchema(&ast.Source{Name: "schema.graphql", Input: sdl})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("operations.graphql")
	if err != nil {
		t.Fatal(err)
	}
	doc, all := gqlparser.LoadQueryWithRules(schema, string(text), nil)
	if len(all) > 0 {
		t.Fatalf("not valid by the schema: %v", all)
	}
	return schema, doc
}

// cutter notes what of a schema is used: by type, the names of its fields.
type cutter struct {
	schema *ast.Schema
	used   map[string]map[string]bool
	args   map[string]map[string]bool // by "Type.field"
}

func cut(t *testing.T, whole string) []byte {
	t.Helper()
	schema, doc := load(t, whole)
	c := &cutter{schema, map[string]map[string]bool{}, map[string]map[string]bool{}}
	for _, op := range doc.Operations {
		for _, v := range op.VariableDefinitions {
			c.note(v.Type.Name())
		}
		c.walk(op.SelectionSet)
	}
	for _, f := range doc.Fragments {
		c.walk(f.SelectionSet)
	}
	out := &ast.SchemaDocument{}
	for _, name := range slices.Sorted(maps.Keys(c.used)) {
		if def := c.part(name); def != nil {
			out.Definitions = append(out.Definitions, def)
		}
	}
	var b bytes.Buffer
	b.WriteString(head)
	formatter.NewFormatter(&b, formatter.WithIndent("  ")).FormatSchemaDocument(out)
	return b.Bytes()
}

func (c *cutter) note(name string) {
	if c.used[name] == nil {
		c.used[name] = map[string]bool{}
		for _, f := range inputs[name] {
			c.field(name, f)
		}
	}
}

func (c *cutter) field(of, name string) {
	c.note(of)
	if c.used[of][name] {
		return
	}
	c.used[of][name] = true
	f := c.schema.Types[of].Fields.ForName(name)
	if f == nil {
		panic(fmt.Sprintf("%s has no field %s", of, name))
	}
	c.note(f.Type.Name())
}

func (c *cutter) walk(all ast.SelectionSet) {
	for _, s := range all {
		f, ok := s.(*ast.Field)
		if !ok {
			continue // of a fragment, which is walked itself
		}
		of := f.ObjectDefinition.Name
		c.field(of, f.Name)
		key := of + "." + f.Name
		if c.args[key] == nil {
			c.args[key] = map[string]bool{}
		}
		for _, a := range f.Arguments {
			c.args[key][a.Name] = true
			c.note(f.Definition.Arguments.ForName(a.Name).Type.Name())
			c.value(a.Value)
		}
		c.walk(f.SelectionSet)
	}
}

func (c *cutter) value(v *ast.Value) {
	if v.Kind == ast.ObjectValue {
		for _, x := range v.Children {
			c.field(v.Definition.Name, x.Name)
			c.value(x.Value)
		}
	}
}

// part returns what is used of a type, without Linear's words about it.
func (c *cutter) part(name string) *ast.Definition {
	def := *c.schema.Types[name]
	if def.BuiltIn {
		return nil
	}
	def.Description, def.Directives, def.Interfaces, def.Position = "", nil, nil, nil
	var fields ast.FieldList
	for _, f := range def.Fields {
		if !c.used[name][f.Name] {
			continue
		}
		x := *f
		x.Description, x.Directives, x.Arguments = "", nil, nil
		for _, a := range f.Arguments {
			if c.args[name+"."+f.Name][a.Name] {
				y := *a
				y.Description, y.Directives = "", nil
				x.Arguments = append(x.Arguments, &y)
			}
		}
		fields = append(fields, &x)
	}
	slices.SortFunc(fields, func(a, b *ast.FieldDefinition) int { return strings.Compare(a.Name, b.Name) })
	def.Fields = fields
	var values ast.EnumValueList
	for _, v := range def.EnumValues {
		x := *v
		x.Description, x.Directives = "", nil
		values = append(values, &x)
	}
	def.EnumValues = values
	return &def
}
