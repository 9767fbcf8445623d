// Package tidy keeps the house style: its tests fail where the sources break a number, a direction of imports
// or a rule of layout. Each rule is one entry of Rules.
package tidy

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Module is the path of the module whose packages are ours.
const Module = "schedlab"

// Tree is the sources, read once for all rules.
type Tree struct {
	Top   []string // names at the top level
	Texts []Text
	Go    []GoFile
	fset  *token.FileSet
}

// Text is a file that people write or read.
type Text struct {
	Path  string
	Lines []string
}

// GoFile is a parsed Go file.
type GoFile struct {
	Text
	Test    bool
	Syntax  *ast.File
	Imports []string
}

// Dir is the folder of the file's package.
func (f GoFile) Dir() string { return path.Dir(f.Path) }

var textExtensions = []string{".go", ".js", ".mjs", ".css", ".html", ".md", ".json", ".toml", ".txt", ".svg",
	".mod", ".yml", ".yaml", ".npmrc"}

// Load reads the sources below a folder: not what git ignores, nor modules of their own.
func Load(files fs.FS) (Tree, error) {
	tree := Tree{fset: token.NewFileSet()}
	top, err := fs.ReadDir(files, ".")
	if err != nil {
		return Tree{}, err
	}
	for _, entry := range top {
		tree.Top = append(tree.Top, entry.Name())
	}
	err = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			return skipForeign(files, name)
		}
		if !isText(name) {
			return nil
		}
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		return tree.add(name, string(content))
	})
	return tree, err
}

func isText(name string) bool {
	return slices.Contains(textExtensions, path.Ext(name)) || strings.HasPrefix(name, ".ci/")
}

func skipForeign(files fs.FS, dir string) error {
	base := path.Base(dir)
	hidden := strings.HasPrefix(base, ".") && dir != "." && dir != ".ci"
	if hidden || base == "node_modules" || dir == "dist" {
		return fs.SkipDir
	}
	if _, err := fs.Stat(files, path.Join(dir, "go.mod")); err == nil && dir != "." {
		return fs.SkipDir
	}
	return nil
}

func (t *Tree) add(name, content string) error {
	text := Text{Path: name, Lines: strings.Split(strings.TrimSuffix(content, "\n"), "\n")}
	t.Texts = append(t.Texts, text)
	if path.Ext(name) != ".go" {
		return nil
	}
	syntax, err := parser.ParseFile(t.fset, name, content, parser.ParseComments)
	if err != nil {
		return err
	}
	file := GoFile{Text: text, Test: strings.HasSuffix(name, "_test.go"), Syntax: syntax}
	for _, spec := range syntax.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return fmt.Errorf("%s: import %s: %w", name, spec.Path.Value, err)
		}
		file.Imports = append(file.Imports, imported)
	}
	t.Go = append(t.Go, file)
	return nil
}

// at gives the place of a node as "file:line".
func (t Tree) at(node ast.Node) string {
	position := t.fset.Position(node.Pos())
	return fmt.Sprintf("%s:%d", position.Filename, position.Line)
}

// code lists the Go files that are no tests.
func (t Tree) code() []GoFile {
	return slices.DeleteFunc(slices.Clone(t.Go), func(f GoFile) bool { return f.Test })
}

// ours claims that an import path is a package of this module and gives its folder.
func ours(importPath string) (dir string, isOurs bool) {
	return strings.CutPrefix(importPath, Module+"/")
}

// below claims that a path is dir or lies below it.
func below(name, dir string) bool { return name == dir || strings.HasPrefix(name, dir+"/") }
