package dashboard_test

import (
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"text/template/parse"
)

// templateCheck walks through templates as text/template does when it executes them, with types for values and
// through every branch.
type templateCheck struct {
	code    *goCode
	trees   map[string]*parse.Tree
	tree    *parse.Tree
	vars    map[string]types.Type
	seen    map[string]bool // templates with what they were given
	reached map[string]bool
	faults  []string
}

func (c *templateCheck) fault(n parse.Node, format string, args ...any) types.Type {
	at, context := c.tree.ErrorContext(n)
	c.faults = append(c.faults, fmt.Sprintf("%s: %s: %s", at, context, fmt.Sprintf(format, args...)))
	return nil // a type that is not known: nothing more is said about it
}

func (c *templateCheck) template(name string, dot types.Type) {
	key := fmt.Sprint(name, " ", dot)
	if c.seen[key] {
		return
	}
	c.seen[key], c.reached[name] = true, true
	tree, vars := c.tree, c.vars
	c.tree, c.vars = c.trees[name], map[string]types.Type{"$": dot}
	c.walk(c.tree.Root, dot)
	c.tree, c.vars = tree, vars
}

func (c *templateCheck) walk(n parse.Node, dot types.Type) {
	switch n := n.(type) {
	case *parse.ListNode:
		if n != nil {
			for _, x := range n.Nodes {
				c.walk(x, dot)
			}
		}
	case *parse.ActionNode:
		c.pipe(n.Pipe, dot)
	case *parse.IfNode:
		c.branch(&n.BranchNode, dot, func(types.Type) types.Type { return dot })
	case *parse.WithNode:
		c.branch(&n.BranchNode, dot, func(over types.Type) types.Type { return over })
	case *parse.RangeNode:
		c.branch(&n.BranchNode, dot, func(over types.Type) types.Type { return c.rangeOver(n, over) })
	case *parse.TemplateNode:
		given := types.Type(types.Typ[types.UntypedNil])
		if n.Pipe != nil {
			given = c.pipe(n.Pipe, dot)
		}
		if c.trees[n.Name] == nil {
			c.fault(n, "no template %s", n.Name)
		} else if given != nil {
			c.template(n.Name, given)
		}
	}
}

// branch walks through both branches. What is declared in it ends with it.
func (c *templateCheck) branch(n *parse.BranchNode, dot types.Type, inner func(types.Type) types.Type) {
	vars := maps.Clone(c.vars)
	over := c.pipe(n.Pipe, dot)
	if in := inner(over); over != nil {
		c.walk(n.List, in)
	}
	c.walk(n.ElseList, dot)
	c.vars = vars
}

// rangeOver is what dot is within a range.
func (c *templateCheck) rangeOver(n *parse.RangeNode, over types.Type) types.Type {
	if over == nil {
		return nil
	}
	key, elem := parts(over)
	if elem == nil {
		return c.fault(n.Pipe, "cannot go through %s", over)
	}
	if d := n.Pipe.Decl; len(d) == 1 {
		c.vars[d[0].Ident[0]] = elem
	} else if len(d) == 2 {
		c.vars[d[0].Ident[0]], c.vars[d[1].Ident[0]] = key, elem
	}
	return elem
}

// parts are the types of the keys and of the elements of what has some.
func parts(t types.Type) (key, elem types.Type) {
	switch u := deref(t).Underlying().(type) {
	case *types.Slice:
		return types.Typ[types.Int], u.Elem()
	case *types.Array:
		return types.Typ[types.Int], u.Elem()
	case *types.Map:
		return u.Key(), u.Elem()
	}
	return nil, nil
}

func deref(t types.Type) types.Type {
	if p, is := t.Underlying().(*types.Pointer); is {
		return p.Elem()
	}
	return t
}

func (c *templateCheck) pipe(p *parse.PipeNode, dot types.Type) types.Type {
	var value types.Type
	for i, cmd := range p.Cmds {
		var piped []types.Type
		if i > 0 {
			piped = []types.Type{value}
		}
		value = c.command(cmd, dot, piped)
	}
	for _, d := range p.Decl {
		c.vars[d.Ident[0]] = value
	}
	return value
}

func (c *templateCheck) command(cmd *parse.CommandNode, dot types.Type, piped []types.Type) types.Type {
	var args []types.Type
	for _, a := range cmd.Args[1:] {
		args = append(args, c.value(a, dot, nil))
	}
	return c.value(cmd.Args[0], dot, append(args, piped...))
}

// value is the type of what a node stands for, called with args where it is a function or a method.
func (c *templateCheck) value(n parse.Node, dot types.Type, args []types.Type) types.Type {
	switch n := n.(type) {
	case *parse.FieldNode:
		return c.fields(n, dot, n.Ident, args)
	case *parse.VariableNode:
		return c.fields(n, c.vars[n.Ident[0]], n.Ident[1:], args)
	case *parse.ChainNode:
		return c.fields(n, c.value(n.Node, dot, nil), n.Field, args)
	case *parse.IdentifierNode:
		return c.function(n, args)
	case *parse.PipeNode:
		return c.pipe(n, dot)
	case *parse.DotNode:
		return dot
	case *parse.StringNode:
		return types.Typ[types.UntypedString]
	case *parse.BoolNode:
		return types.Typ[types.UntypedBool]
	case *parse.NumberNode:
		if n.IsInt {
			return types.Typ[types.UntypedInt]
		}
		return types.Typ[types.UntypedFloat]
	}
	return c.fault(n, "the check does not know what this is")
}

// fields follows names from a value. The last one takes the arguments.
func (c *templateCheck) fields(n parse.Node, t types.Type, names []string, args []types.Type) types.Type {
	for i, name := range names {
		if t == nil {
			return nil
		}
		var given []types.Type
		if i == len(names)-1 {
			given = args
		}
		switch found, _, _ := types.LookupFieldOrMethod(t, false, nil, name); found := found.(type) {
		case *types.Var:
			if len(given) > 0 {
				return c.fault(n, "%s is no method", name)
			}
			t = found.Type()
		case *types.Func:
			t = c.call(n, name, found.Signature(), given)
		default:
			return c.fault(n, "%s has no field or method %s", t, name)
		}
	}
	return t
}

// call holds arguments against what a function takes, and returns what it gives.
func (c *templateCheck) call(n parse.Node, name string, sig *types.Signature, args []types.Type) types.Type {
	takes := sig.Params()
	if takes.Len() != len(args) {
		return c.fault(n, "%s takes %d arguments and is given %d", name, takes.Len(), len(args))
	}
	for i, a := range args {
		if takes := takes.At(i).Type(); a != nil && !types.AssignableTo(a, takes) && !types.AssignableTo(deref(a), takes) {
			return c.fault(n, "%s takes %s and is given %s", name, takes, a)
		}
	}
	return sig.Results().At(0).Type()
}

// function is what a function gives: one of ours, or one that every template has.
func (c *templateCheck) function(n *parse.IdentifierNode, args []types.Type) types.Type {
	if sig := c.code.funcs[n.Ident]; sig != nil {
		out := c.call(n, n.Ident, sig, args)
		if n.Ident == "dict" && out != nil { // a map of any; what is in it is known here
			return types.NewStruct([]*types.Var{field("Base", args[0]), field("V", args[1])}, nil)
		}
		return out
	}
	for _, a := range args {
		if a == nil {
			return nil
		}
	}
	switch n.Ident {
	case "eq", "ne", "lt", "le", "gt", "ge":
		for _, a := range args[1:] {
			if kind(args[0]) != kind(a) || kind(a) == 0 {
				return c.fault(n, "%s compares %s with %s", n.Ident, args[0], a)
			}
		}
		return types.Typ[types.Bool]
	case "not":
		return types.Typ[types.Bool]
	case "and", "or":
		for _, a := range args[1:] {
			if !types.AssignableTo(a, args[0]) {
				return types.NewInterfaceType(nil, nil) // one or the other
			}
		}
		return args[0]
	case "printf":
		return types.Typ[types.String]
	case "len":
		if _, elem := parts(args[0]); elem == nil && kind(args[0]) != types.IsString {
			return c.fault(n, "%s has no length", args[0])
		}
		return types.Typ[types.Int]
	case "index":
		t := args[0]
		for _, a := range args[1:] {
			key, elem := parts(t)
			if elem == nil || !types.AssignableTo(a, key) {
				return c.fault(n, "%s cannot be looked up in %s", a, t)
			}
			t = elem
		}
		return t
	}
	return c.fault(n, "no function %s", n.Ident)
}

func field(name string, t types.Type) *types.Var {
	if t == nil {
		t = types.NewInterfaceType(nil, nil)
	}
	return types.NewField(token.NoPos, nil, name, t, false)
}

// kind is what sort of basic value a type has, as far as templates compare them; 0 for none.
func kind(t types.Type) types.BasicInfo {
	b, is := t.Underlying().(*types.Basic)
	if !is {
		return 0
	}
	for _, k := range []types.BasicInfo{types.IsBoolean, types.IsInteger, types.IsFloat, types.IsString} {
		if b.Info()&k != 0 {
			return k
		}
	}
	return 0
}
