package proto

// Lines says which lines of the log are wanted.
type Lines struct {
	Kind string // "" = all; own, the product's own lines; events, all others
	Text string // that they hold, in any case
}

// Field is a part of a text, from the byte From to before the byte To, and what it means.
type Field struct {
	From, To int
	Name     string
	Help     string
}
