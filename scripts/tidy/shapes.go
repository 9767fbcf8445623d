package tidy

import (
	"fmt"
	"go/ast"
	"slices"
)

const (
	maxParameters = 4 // a receiver is none
	maxNesting    = 3
	maxMethods    = 5
	maxOurImports = 8
)

// manyParameters passes over function literals of tests: a fuzz target takes what its inputs are.
func manyParameters(t Tree) []string {
	var broken []string
	for _, file := range t.Go {
		ast.Inspect(file.Syntax, func(node ast.Node) bool {
			if _, isLiteral := node.(*ast.FuncLit); isLiteral && file.Test {
				return false
			}
			signature, ok := node.(*ast.FuncType)
			if ok && signature.Params.NumFields() > maxParameters {
				broken = append(broken, fmt.Sprintf("%s: %d parameters, at most %d",
					t.at(node), signature.Params.NumFields(), maxParameters))
			}
			return true
		})
	}
	return broken
}

func deepNesting(t Tree) []string {
	var broken []string
	for _, file := range t.Go {
		for _, function := range functions(file) {
			if function.Body == nil {
				continue
			}
			if depth := nesting(function.Body, 0); depth > maxNesting {
				broken = append(broken, fmt.Sprintf("%s: %s nests %d deep, at most %d",
					t.at(function), function.Name.Name, depth, maxNesting))
			}
		}
	}
	return broken
}

// nesting is the deepest level of if, for, switch and select in a node that is itself at a level. An else if
// is on the level of its if; a function literal begins anew.
func nesting(node ast.Node, level int) int {
	deepest := level
	ast.Inspect(node, func(inner ast.Node) bool {
		if inner == node {
			return true
		}
		nested, isBlock := 0, true
		switch block := inner.(type) {
		case *ast.IfStmt:
			nested = nestingOfIf(block, level)
		case *ast.ForStmt:
			nested = nesting(block.Body, level+1)
		case *ast.RangeStmt:
			nested = nesting(block.Body, level+1)
		case *ast.SwitchStmt:
			nested = nesting(block.Body, level+1)
		case *ast.TypeSwitchStmt:
			nested = nesting(block.Body, level+1)
		case *ast.SelectStmt:
			nested = nesting(block.Body, level+1)
		case *ast.FuncLit:
			nested = nesting(block.Body, 0)
		default:
			isBlock = false
		}
		deepest = max(deepest, nested)
		return !isBlock
	})
	return deepest
}

func nestingOfIf(block *ast.IfStmt, level int) int {
	deepest := nesting(block.Body, level+1)
	switch other := block.Else.(type) {
	case *ast.IfStmt:
		deepest = max(deepest, nestingOfIf(other, level))
	case *ast.BlockStmt:
		deepest = max(deepest, nesting(other, level+1))
	}
	return deepest
}

func wideInterfaces(t Tree) []string {
	var broken []string
	for _, file := range t.Go {
		ast.Inspect(file.Syntax, func(node ast.Node) bool {
			contract, ok := node.(*ast.InterfaceType)
			if ok && contract.Methods.NumFields() > maxMethods {
				broken = append(broken, fmt.Sprintf("%s: an interface of %d methods, at most %d",
					t.at(node), contract.Methods.NumFields(), maxMethods))
			}
			return true
		})
	}
	return broken
}

// manyImports leaves out engine and programs, which put everything together.
func manyImports(t Tree) []string {
	imported := map[string][]string{}
	for _, file := range t.code() {
		if file.Dir() == "engine" || file.Syntax.Name.Name == "main" {
			continue
		}
		for _, name := range file.Imports {
			if dir, isOurs := ours(name); isOurs && !slices.Contains(imported[file.Dir()], dir) {
				imported[file.Dir()] = append(imported[file.Dir()], dir)
			}
		}
	}
	var broken []string
	for dir, names := range imported {
		if len(names) > maxOurImports {
			broken = append(broken, fmt.Sprintf("%s imports %d of our packages, at most %d: %v",
				dir, len(names), maxOurImports, names))
		}
	}
	slices.Sort(broken)
	return broken
}
