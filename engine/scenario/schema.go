package scenario

// The shape of documents. Readers and paths both follow it.
var (
	lawSchema     = &schema{noun: "a law", fields: LawFields}
	measureSchema = &schema{noun: "a window", fields: MeasureFields}
	coreSchema    = &schema{noun: "a core", fields: CoreFields}
	groupSchema   = &schema{noun: "a processor group", fields: GroupFields}
	cardSchema    = &schema{noun: "a network card", fields: CardFields}
	classSchema   = &schema{noun: "a query class", fields: ClassFields}
	runSchema     = &schema{noun: "an entry of what a session runs", fields: RunFields}
	arrivalSchema = &schema{noun: "a stream of arrivals", fields: ArrivalFields}
	actionSchema  = &schema{noun: "an action", fields: ActionFields}
	guestSchema   = &schema{noun: "a guest", fields: GuestFields, parts: settingsPart}
	hostingSchema = &schema{noun: "a hypervisor", fields: HypervisorFields, parts: settingsPart}
	linkSchema    = &schema{noun: "a link", fields: LinkFields}

	// coreParts lets paths lead into cores, which may be a text as well.
	coreParts = []part{{name: "cores", list: true, of: coreSchema}}

	// settingsPart holds what products declare.
	settingsPart = []part{{name: "settings", free: true}}
	// hypervisorPart is of either form of a machine.
	hypervisorPart = part{name: "hypervisor", of: hostingSchema}

	shapeSchema = &schema{noun: "a machine", fields: MachineFields, parts: []part{hypervisorPart}}
	nodeSchema  = &schema{noun: "a NUMA node", fields: NodeFields, parts: coreParts}
	// homelessSchema is of the CPUs whose node nobody knows.
	homelessSchema = &schema{noun: "the CPUs of no known node", fields: append(NodeFields[1:2:2],
		NodeFields[4:]...)}
	explicitSchema = &schema{noun: "a machine", fields: ExplicitFields, parts: []part{
		{name: "nodes", list: true, of: nodeSchema}, {name: "elsewhere", of: homelessSchema},
		{name: "groups", list: true, of: groupSchema}, {name: "nics", list: true, of: cardSchema},
		hypervisorPart}}

	sessionSchema = &schema{noun: "a session", fields: SessionFields, parts: []part{
		{name: "run", list: true, of: runSchema}}}
	workloadSchema = &schema{noun: "a workload", parts: []part{
		{name: "classes", list: true, of: classSchema}, {name: "sessions", list: true, of: sessionSchema},
		{name: "arrivals", list: true, of: arrivalSchema}}}
	systemSchema  = &schema{noun: "a system", fields: SystemFields, parts: settingsPart}
	variantSchema = &schema{noun: "a variant", fields: VariantFields, parts: []part{{name: "set",
		free: true}}}
	claimSchema = &schema{noun: "a claim", fields: ClaimFields, parts: []part{{name: "set", free: true}}}

	rootSchema = &schema{noun: "a scenario", fields: ScenarioFields, parts: []part{
		{name: "measure", of: measureSchema},
		{name: "machine", of: machineSchema}, {name: "machines", list: true, of: machineSchema},
		{name: "guests", list: true, of: guestSchema},
		{name: "system", of: systemSchema}, {name: "systems", list: true, of: systemSchema},
		{name: "network", list: true, of: linkSchema},
		{name: "workload", of: workloadSchema},
		{name: "actions", list: true, of: actionSchema},
		{name: "variants", list: true, of: variantSchema},
		{name: "sweep", free: true},
		{name: "expect", list: true, of: claimSchema},
	}}
)

// below is what the schema says of a member; known is false if there is no such member.
func (p part) below(name string) (below part, known bool) {
	if p.free {
		return p, true
	}
	if p.of == nil || p.list {
		return part{}, false
	}
	if inner, ok := p.of.part(name); ok {
		return inner, true
	}
	field, ok := p.of.field(name)
	if !ok {
		return part{}, false
	}
	below = part{name: name, free: field.Reserved}
	if field.Law {
		below.of = lawSchema
	}
	return below, true
}

// item is what the schema says of the items of a list.
func (p part) item() part {
	p.list = false
	return p
}

// machineSchema holds what either form of a machine may, for paths.
var machineSchema = &schema{noun: "a machine",
	fields: append(append([]Field{}, MachineFields...), ExplicitFields...), parts: explicitSchema.parts}
