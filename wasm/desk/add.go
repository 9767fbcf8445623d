package desk

import (
	"strconv"
	"strings"

	"schedlab/engine/scenario"
	"schedlab/engine/setting"
)

// add puts a new record at the end of a list, with what it needs to be valid if that can be known.
func (s *State) add(path string) {
	value := s.fresh(path)
	s.change("", func(d scenario.Document) (scenario.Document, []scenario.Problem) {
		if _, isThere := d.Get(path); !isThere {
			if kept, ok := s.standard(path); ok {
				return d.Set(path, scenario.Items(append(kept.Items, value)...))
			}
		}
		return d.Add(path, value)
	})
	if list, ok := s.Document.Get(path); ok {
		s.Effect.Focus = item(path, len(list.Items)-1)
	}
}

func (s *State) fresh(path string) scenario.Tree {
	words := func(name, value string) scenario.Member {
		return scenario.Member{Name: name, Value: scenario.Words(value)}
	}
	class := words("class", s.firstName("workload.classes"))
	switch {
	case path == "workload.classes":
		return scenario.Fields(words("name", s.freeName(path, "query")),
			scenario.Member{Name: "cpu_ms", Value: scenario.Int(10)})
	case path == "workload.sessions":
		return scenario.Fields(words("name", s.freeName(path, "session")),
			scenario.Member{Name: "run", Value: scenario.Items(scenario.Fields(class))})
	case path == "workload.arrivals":
		return scenario.Fields(class, scenario.Member{Name: "per_s", Value: scenario.Int(10)})
	case path == "guests":
		return scenario.Fields(words("name", s.freeName(path, "vm")),
			scenario.Member{Name: "vcpus", Value: scenario.Int(1)})
	case path == "actions":
		return s.freshAction()
	case strings.HasSuffix(path, "].run"):
		return scenario.Fields(class)
	}
	return s.freshSetting(path)
}

// freshAction kills the first session now; where there is none, it is a checkpoint.
func (s *State) freshAction() scenario.Tree {
	action := scenario.Fields(scenario.Member{Name: "at_ms", Value: scenario.Int(s.At / millisecond)})
	do := func(name, value string) {
		action.Members = append(action.Members, scenario.Member{Name: name, Value: scenario.Words(value)})
	}
	if sessions, _ := s.Document.Get("workload.sessions"); len(sessions.Items) == 0 {
		do("do", "checkpoint")
		return action
	}
	do("do", "kill")
	do("session", s.firstName("workload.sessions"))
	return action
}

// freshSetting is a record of a product's list: its name, if records have one, otherwise the defaults of its
// fields.
func (s *State) freshSetting(path string) scenario.Tree {
	declared, _ := s.declared(path)
	record := scenario.Fields()
	for _, part := range declared.Fields {
		value := scenario.Field{Setting: part}.Format(part.Default)
		if part.Name == "name" {
			value = scenario.Words(s.freeName(path, strings.TrimSuffix(declared.Name, "s")))
			return scenario.Fields(scenario.Member{Name: part.Name, Value: value})
		}
		record.Members = append(record.Members, scenario.Member{Name: part.Name, Value: value})
	}
	return record
}

// standard is the default of a product's list.
func (s *State) standard(path string) (scenario.Tree, bool) {
	declared, ok := s.declared(path)
	return scenario.Field{Setting: declared}.Format(declared.Default), ok
}

// declared finds the setting that a path below "settings" names.
func (s *State) declared(path string) (setting.Setting, bool) {
	system, name, ok := strings.Cut(path, ".settings.")
	if !ok {
		return setting.Setting{}, false
	}
	product, _ := s.Document.Get(system + ".product")
	for _, p := range s.Supplies.Products {
		for _, declared := range p.Settings {
			if p.Name == product.Text && declared.Name == name {
				return declared, true
			}
		}
	}
	return setting.Setting{}, false
}

func (s *State) names(path string) []string {
	var names []string
	list, _ := s.Document.Get(path)
	for _, entry := range list.Items {
		if name, ok := entry.Member("name"); ok {
			names = append(names, name.Text)
		}
	}
	return names
}

func (s *State) firstName(path string) string {
	for _, name := range s.names(path) {
		return name
	}
	return "0"
}

func (s *State) freeName(path, stem string) string {
	taken := map[string]bool{}
	for _, name := range s.names(path) {
		taken[name] = true
	}
	for n := len(taken) + 1; ; n++ {
		if name := stem + "-" + strconv.Itoa(n); !taken[name] {
			return name
		}
	}
}
