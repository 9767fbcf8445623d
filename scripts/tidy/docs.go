package tidy

import (
	"fmt"
	"go/ast"
)

// undocumented lists the packages of the engine, and their exported names, without a comment. A constant, a
// variable or a type may be documented by its group; fields and the methods of an interface by their type's
// comment or, where that leaves a question, their own: which of them need one is left to the reader.
func undocumented(t Tree) []string {
	d := docs{tree: t}
	packages := map[string]bool{} // folder → it has a package comment
	for _, file := range t.code() {
		if !below(file.Path, "engine") {
			continue
		}
		packages[file.Dir()] = packages[file.Dir()] || file.Syntax.Doc != nil
		for _, declaration := range file.Syntax.Decls {
			d.declaration(declaration)
		}
	}
	for dir, hasComment := range packages {
		if !hasComment {
			d.broken = append(d.broken, dir+": the package has no comment")
		}
	}
	return d.broken
}

type docs struct {
	tree   Tree
	broken []string
}

// need notes a name that has none of the comments that could document it.
func (d *docs) need(name *ast.Ident, comments ...*ast.CommentGroup) {
	if !name.IsExported() {
		return
	}
	for _, comment := range comments {
		if comment != nil {
			return
		}
	}
	d.broken = append(d.broken, fmt.Sprintf("%s: %s is not documented", d.tree.at(name), name.Name))
}

func (d *docs) declaration(declaration ast.Decl) {
	switch declared := declaration.(type) {
	case *ast.FuncDecl:
		if declared.Recv == nil || receiverIsExported(declared.Recv) {
			d.need(declared.Name, declared.Doc)
		}
	case *ast.GenDecl:
		for _, spec := range declared.Specs {
			d.spec(spec, declared.Doc)
		}
	}
}

func (d *docs) spec(spec ast.Spec, group *ast.CommentGroup) {
	switch declared := spec.(type) {
	case *ast.ValueSpec:
		for _, name := range declared.Names {
			d.need(name, declared.Doc, declared.Comment, group)
		}
	case *ast.TypeSpec:
		d.need(declared.Name, declared.Doc, declared.Comment, group)
	}
}

func receiverIsExported(receiver *ast.FieldList) bool {
	exported := false
	ast.Inspect(receiver.List[0].Type, func(node ast.Node) bool {
		if name, ok := node.(*ast.Ident); ok {
			exported = name.IsExported()
			return false
		}
		return !exported
	})
	return exported
}
