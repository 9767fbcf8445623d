package desk

import "schedlab/wasm/share"

// Address is where the full page shows what this one shows; "" = that is longer than a link can be.
func (s *State) Address() string {
	fragment := share.Encode(s.linkOf(s.Name, s.Document, s.LookedAt()))
	if len(fragment) > share.MaxLink {
		return ""
	}
	return "./#" + fragment
}

// takeBroken takes away what is said of a link that cannot be opened: a frame and its host are told in
// another way.
func (s *State) takeBroken() (bad *share.Fault) {
	bad, s.Sharing.Broken = s.Sharing.Broken, nil
	return bad
}

func (s *State) isShipped(name string) bool {
	_, isThere := s.parentOf(name)
	return isThere
}
