package sqlserver

import (
	"strconv"
	"strings"

	"schedlab/engine/setting"
	"schedlab/engine/topology"
)

// maxDatabases is how many databases an instance may have. Source: sql-docs, maximum capacity specifications
// for SQL Server: 32,767 databases an instance.
const maxDatabases = 32767

// checkStorage gives what is wrong with the buffer pool and the databases.
func checkStorage(m topology.Machine, values setting.Values) (faults []setting.Fault) {
	pool, memory := values.Number(poolSizeName), memoryMB(m)
	if memory > 0 && pool > memory {
		faults = append(faults, setting.Fault{Path: poolSizeName,
			Message: "the buffer pool of " + grouped(pool) + " MB is larger than the machine's memory of " +
				grouped(memory) + " MB",
			Hint: "set it to 0 for 80 % of the memory, or give the machine more"})
	}
	if len(values.Records(databasesName)) == 0 {
		return faults
	}
	c := databaseCheck{all: databasesOf(values), faults: faults}
	for i := range c.all {
		c.name(i)
		c.id(i)
		c.state(i)
	}
	c.number()
	return c.faults
}

// databaseCheck is the state of looking for faults of databases.
type databaseCheck struct {
	all    []listed
	faults []setting.Fault
}

func (c *databaseCheck) wrong(i int, field, message, hint string) {
	c.faults = append(c.faults, setting.Fault{Path: databasesName + "[" + strconv.Itoa(i) + "]." + field,
		Message: message, Hint: hint})
}

// name finds names that are missing or there already. The product does not tell names apart by case.
// assumed: its usual collations.
func (c *databaseCheck) name(i int) {
	l := &c.all[i]
	if l.name == "" {
		c.wrong(i, "name", "the database has no name", "classes and actions name the database that they "+
			"change")
		return
	}
	for k := range c.all[:i] {
		if strings.EqualFold(c.all[k].name, l.name) {
			c.wrong(i, "name", "there is a database "+strconv.Quote(l.name)+" already",
				"give it another name, or raise the count of the first")
			return
		}
	}
}

// id finds numbers that several databases have, that belong to tempdb, or that do not exist.
func (c *databaseCheck) id(i int) {
	l := &c.all[i]
	last := int64(l.first) + int64(l.count) - 1
	switch {
	case isTempdb(l.name) && l.first != tempdbID:
		c.wrong(i, "id", "tempdb has the database_id 2 always", "set id to 0 or 2")
		return
	case !isTempdb(l.name) && int64(l.first) <= tempdbID && last >= tempdbID:
		c.wrong(i, "id", "the database_id 2 belongs to tempdb", "set id to 0 for the next free one")
		return
	case last > maxDatabases:
		c.wrong(i, "id", "the last database_id would be "+grouped(last)+"; "+grouped(maxDatabases)+
			" is the highest", "lower id or count")
		return
	}
	for k := range c.all[:i] {
		other := &c.all[k]
		if l.first < other.first+other.count && other.first < l.first+l.count {
			c.wrong(i, "id", "the database_id "+strconv.Itoa(int(max(l.first, other.first)))+
				" belongs to "+strconv.Quote(other.name)+" already", "set id to 0 for the next free one")
			return
		}
	}
}

// state finds states that contradict each other.
func (c *databaseCheck) state(i int) {
	l := &c.all[i]
	if set, size := l.Number(workingSetName), l.Number(sizeName); set > size {
		c.wrong(i, workingSetName, "changes cannot fall on "+grouped(set)+" MB of a database of "+
			grouped(size)+" MB", "lower it, or set it to 0 for all of the database")
	}
	if l.On(readOnlyName) && l.Number(targetName) > 0 && !isTempdb(l.name) {
		c.wrong(i, targetName, "a read-only database has nothing to recover", "set target_recovery_s to 0")
	}
	if !isTempdb(l.name) {
		return
	}
	if l.On(readOnlyName) {
		c.wrong(i, readOnlyName, "tempdb cannot be read-only", "set it to false")
	}
	if l.count > 1 {
		c.wrong(i, "count", "an instance has one tempdb", "set it to 1")
	}
}

// number finds more databases than an instance may have.
func (c *databaseCheck) number() {
	sum := int64(0)
	for i := range c.all {
		sum += int64(c.all[i].count)
	}
	if sum > maxDatabases {
		c.faults = append(c.faults, setting.Fault{Path: databasesName,
			Message: grouped(sum) + " databases are more than the " + grouped(maxDatabases) +
				" that an instance may have", Hint: "lower the counts"})
	}
}
