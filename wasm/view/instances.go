package view

import (
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// InstanceTable is a table of one of the run's products.
type InstanceTable struct {
	Instance trace.InstanceID
	Name     string // the instance's, where there are several, and the table's
	Table    *system.Table
}

// Tables are those of all products of the run, the databases' first.
func (s *Source) Tables() []InstanceTable {
	var all []InstanceTable
	for in := range s.Log.Ledger.Instances {
		id := trace.InstanceID(in)
		tables := s.Part(id).Description.Tables
		for i := range tables {
			all = append(all, InstanceTable{id, s.prefix(id) + tables[i].Name, &tables[i]})
		}
	}
	return all
}

// Rows are the cells of the table at an instant.
func (t InstanceTable) Rows(s *Source, ledger *trace.Ledger) [][]string {
	return t.Table.Rows(s.reading(ledger, t.Instance))
}

// CaptionOf reads the picture aloud: what the first database sees and why, and what the host below it sees,
// of which a guest knows nothing. It is empty if no product has anything to say.
func CaptionOf(s *Source, ledger *trace.Ledger) system.Caption {
	var caption system.Caption
	if tell := s.Description.Caption; tell != nil {
		caption = tell(s.reading(ledger, 0))
	}
	host, ok := s.hostOf(0)
	if !ok {
		return caption
	}
	tell := s.Part(host).Description.Caption
	if tell == nil {
		return caption
	}
	below := tell(s.reading(ledger, host))
	if caption.Headline == "" {
		return below
	}
	return system.Caption{Headline: caption.Headline, Why: below.Headline + " " + below.Why}
}

// hostOf is the hypervisor that an instance runs on; ok is false on bare metal.
func (s *Source) hostOf(in trace.InstanceID) (host trace.InstanceID, ok bool) {
	host, _, ok = s.guestOf(in)
	return host, ok
}

// guestOf is the guest that an instance runs in.
func (s *Source) guestOf(in trace.InstanceID) (host trace.InstanceID, guest int, ok bool) {
	name := s.Log.Ledger.Instances[in].Layout.Guest
	if name == "" {
		return 0, 0, false
	}
	return s.Log.Ledger.Guest(name)
}
