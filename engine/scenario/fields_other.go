package scenario

import "schedlab/engine/setting"

// SystemFields describe a database on a machine, besides its settings.
var SystemFields = described(
	name("Name of the system, by which classes and paths name it."),
	Field{Setting: setting.Setting{Name: "product", Title: "Product", Kind: setting.Text, Max: maxName,
		Help: "Which database it is."}, Refers: "products", Required: true},
	Field{Setting: setting.Setting{Name: "on", Title: "On", Kind: setting.Text, Max: maxName,
		Help: "Machine or guest on which it runs; the first machine if empty."}, Refers: "machines"},
)

// HypervisorFields describe what shares a machine among guests, besides its settings.
var HypervisorFields = described(
	Field{Setting: setting.Setting{Name: "product", Title: "Hypervisor", Kind: setting.Text, Max: maxName,
		Help: "Which hypervisor it is."}, Refers: "hypervisors", Required: true},
)

// GuestFields describe a virtual machine.
var GuestFields = described(
	name("Name of the guest, by which systems and paths name it."),
	Field{Setting: setting.Setting{Name: "on", Title: "On", Kind: setting.Text, Max: maxName,
		Help: "Machine that it runs on; the first one if empty."}, Refers: "hosts"},
	Field{Setting: setting.Setting{Name: "vcpus", Title: "Virtual CPUs", Min: 1, Max: 4096,
		Default: number(1),
		Help:    "CPUs that the guest sees."}},
	Field{Setting: setting.Setting{Name: "memory_mb", Title: "Memory", Unit: "MB", Max: 1 << 30,
		Default: number(-1),
		Help:    "Memory that the guest sees; not known if not given."}},
)

// LinkFields describe a connection of two machines or guests.
var LinkFields = described(
	Field{Setting: setting.Setting{Name: "from", Title: "From", Kind: setting.Text, Max: maxName,
		Help: "Machine or guest at one end."}, Refers: "machines", Required: true},
	Field{Setting: setting.Setting{Name: "to", Title: "To", Kind: setting.Text, Max: maxName,
		Help: "Machine or guest at the other end."}, Refers: "machines", Required: true},
	Field{Setting: setting.Setting{Name: "latency_us", Title: "Latency", Unit: "µs", Max: 1e12,
		Help: "Time of one way.", Decimals: 3}},
	Field{Setting: setting.Setting{Name: "speed_mbit_s", Title: "Speed", Unit: "Mbit/s", Max: 10_000_000,
		Help: "0 = unlimited."}},
)

// VariantFields describe a variant, besides what it sets.
var VariantFields = described(
	Field{Setting: setting.Setting{Name: "name", Title: "Name", Kind: setting.Text, Max: maxName,
		Check: checkName,
		Help:  "What is different, in a few words."}, Required: true},
	Field{Setting: setting.Setting{Name: "summary", Title: "Summary", Kind: setting.Text, Max: maxProse,
		Help: "Why somebody would try it."}},
)

// ClaimFields describe a reported figure, besides what it sets.
var ClaimFields = described(
	Field{Setting: setting.Setting{Name: "metric", Title: "Metric", Kind: setting.Text, Max: maxTitle,
		Help: "Dotted name of the metric."}, Required: true},
	Field{Setting: setting.Setting{Name: "label", Title: "Label", Kind: setting.Text, Max: maxTitle,
		Help: "What the user sees; the metric's own title if empty."}},
	Field{Setting: setting.Setting{Name: "of", Title: "Of", Kind: setting.Text, Max: maxName,
		Default: setting.Value{Text: Base}, Help: "Variant that is meant; the scenario itself if empty."},
		Refers: "variants"},
	Field{Setting: setting.Setting{Name: "relative_to", Title: "Relative to", Kind: setting.Text,
		Max:  maxName,
		Help: "Variant (or " + Base + ") against which the figure is a change in per cent."},
		Refers: "variants"},
	Field{Setting: setting.Setting{Name: "reported", Title: "Reported"}, Required: true, Reserved: true},
	Field{Setting: setting.Setting{Name: "text", Title: "As published", Kind: setting.Text, Max: maxName,
		Help: "The reported figure in its source's words, as in: about 33 %. Figures themselves are in " +
			"the metric's unit."}},
	Field{Setting: setting.Setting{Name: "unit", Title: "Unit", Kind: setting.Text, Max: maxName,
		Help: "Of the figures, where the metric's name does not tell it."}},
	Field{Setting: setting.Setting{Name: "low", Title: "At least",
		Help: "Least figure that counts as the same; the reported one if not given."}, Reserved: true},
	Field{Setting: setting.Setting{Name: "high", Title: "At most",
		Help: "Greatest figure that counts as the same; the reported one if not given."}, Reserved: true},
	Field{Setting: setting.Setting{Name: "kind", Title: "Kind", Kind: setting.Choice,
		Choices: []setting.Option{{Name: "predicted", Title: "nothing was tuned to it"},
			{Name: "calibrated", Title: "a constant was fitted to it"},
			{Name: "disagrees", Title: "the model does not reproduce it"}},
		Default: setting.Value{Text: "predicted"}}},
	Field{Setting: setting.Setting{Name: "why", Title: "Why", Kind: setting.Text, Max: maxProse,
		Help: "Which constant was fitted, or why the model does not reproduce it."}},
	Field{Setting: setting.Setting{Name: "evidence", Title: "Evidence", Kind: setting.Choice,
		Choices: []setting.Option{{Name: "published", Title: "published"},
			{Name: "measured", Title: "measured"}},
		Default: setting.Value{Text: "published"}}},
	Field{Setting: setting.Setting{Name: "source", Title: "Source", Kind: setting.Text, Max: maxProse,
		Help: "Where it is reported."}},
)
