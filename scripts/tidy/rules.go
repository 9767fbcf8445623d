package tidy

// Rule is a rule of the house style. Broken lists the places that break it, each with what is wrong there.
type Rule struct {
	Name   string
	Broken func(Tree) []string
}

// Rules are all rules but the direction of imports, which reads its own table: see deps.go.
var Rules = []Rule{
	{"functions are short", longFunctions},
	{"the median function of a package is short", longMedians},
	{"files are short", longFiles},
	{"stories are short", longStories},
	{"lines are short", longLines},
	{"functions take few parameters", manyParameters},
	{"control flow is flat", deepNesting},
	{"interfaces are narrow", wideInterfaces},
	{"a package imports few of ours", manyImports},
	{"exported names of the engine are documented", undocumented},
	{"a panic names its package", namelessPanics},
	{"the engine is tested at least line for line", thinTests},
	{"no package imports what it must not", forbiddenImports},
	{"the engine starts no goroutine", goroutines},
	{"presentation and metrics name no product", productNames},
	{"no test is skipped", skippedTests},
	{"nothing is left for later", leftForLater},
	{"the top level holds what the design lists", strayTopLevel},
	{"no download address is written down", downloadAddresses},
}
