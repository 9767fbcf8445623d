package tidy

import (
	"fmt"
	"go/ast"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// The numbers of the house style, in lines.
const (
	maxFunction   = 70
	maxMedian     = 12
	maxFile       = 400
	maxTestFile   = 600
	maxStyleSheet = 800
	maxStory      = 120
	// A package with fewer functions has no meaningful median.
	minFunctionsForMedian = 5
)

const (
	maxLine  = 110 // in characters
	tabWidth = 4
)

func (t Tree) length(node ast.Node) int {
	return t.fset.Position(node.End()).Line - t.fset.Position(node.Pos()).Line + 1
}

func functions(file GoFile) []*ast.FuncDecl {
	var found []*ast.FuncDecl
	for _, declaration := range file.Syntax.Decls {
		if function, ok := declaration.(*ast.FuncDecl); ok {
			found = append(found, function)
		}
	}
	return found
}

func longFunctions(t Tree) []string {
	var broken []string
	for _, file := range t.Go {
		for _, function := range functions(file) {
			if length := t.length(function); length > maxFunction {
				broken = append(broken, fmt.Sprintf("%s: %s has %d lines, at most %d",
					t.at(function), function.Name.Name, length, maxFunction))
			}
		}
	}
	return broken
}

func longMedians(t Tree) []string {
	lengths := map[string][]int{}
	for _, file := range t.code() {
		for _, function := range functions(file) {
			lengths[file.Dir()] = append(lengths[file.Dir()], t.length(function))
		}
	}
	var broken []string
	for dir, all := range lengths {
		slices.Sort(all)
		if median := all[(len(all)-1)/2]; len(all) >= minFunctionsForMedian && median > maxMedian {
			broken = append(broken, fmt.Sprintf("%s: the median function has %d lines, at most %d",
				dir, median, maxMedian))
		}
	}
	slices.Sort(broken)
	return broken
}

func longFiles(t Tree) []string {
	var broken []string
	for _, text := range t.Texts {
		limit := fileLimit(text.Path)
		if limit > 0 && len(text.Lines) > limit {
			broken = append(broken, tooLong(text, limit))
		}
	}
	return broken
}

func tooLong(text Text, limit int) string {
	return fmt.Sprintf("%s has %d lines, at most %d", text.Path, len(text.Lines), limit)
}

// fileLimit is the most lines that a file may have; 0 stands for no limit.
func fileLimit(name string) int {
	switch {
	case strings.HasSuffix(name, "_test.go"), strings.HasSuffix(name, ".test.mjs"):
		return maxTestFile
	case path.Ext(name) == ".css":
		return maxStyleSheet
	case slices.Contains([]string{".go", ".js", ".mjs"}, path.Ext(name)):
		return maxFile
	}
	return 0
}

func longStories(t Tree) []string {
	var broken []string
	for _, text := range t.Texts {
		isStory, _ := path.Match("engine/testdata/*.txt", text.Path)
		if isStory && len(text.Lines) > maxStory {
			broken = append(broken, tooLong(text, maxStory))
		}
	}
	return broken
}

func longLines(t Tree) []string {
	var broken []string
	for _, text := range t.Texts {
		if !slices.Contains([]string{".go", ".js", ".mjs"}, path.Ext(text.Path)) {
			continue
		}
		for i, line := range text.Lines {
			width := utf8.RuneCountInString(line) + strings.Count(line, "\t")*(tabWidth-1)
			if width > maxLine {
				broken = append(broken, fmt.Sprintf("%s:%d has %d characters, at most %d",
					text.Path, i+1, width, maxLine))
			}
		}
	}
	return broken
}

// thinTests compares the lines of the engine with those that test it: tests, stories and their harness. Empty
// lines do not count.
func thinTests(t Tree) []string {
	code, tests := 0, 0
	for _, text := range t.Texts {
		if !below(text.Path, "engine") {
			continue
		}
		isTest := strings.HasSuffix(text.Path, "_test.go") || below(text.Path, "engine/enginetest") ||
			path.Ext(text.Path) == ".txt" && strings.Contains(text.Path, "/testdata/")
		switch lines := filledLines(text); {
		case isTest:
			tests += lines
		case path.Ext(text.Path) == ".go":
			code += lines
		}
	}
	if tests < code {
		return []string{fmt.Sprintf("engine: %d lines of tests and stories for %d of code", tests, code)}
	}
	return nil
}

func filledLines(text Text) int {
	filled := 0
	for _, line := range text.Lines {
		if strings.TrimSpace(line) != "" {
			filled++
		}
	}
	return filled
}
