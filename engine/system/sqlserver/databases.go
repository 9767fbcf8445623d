package sqlserver

import (
	"strconv"

	"schedlab/engine/setting"
	"schedlab/engine/sim"
	"schedlab/engine/system"
	"schedlab/engine/trace"
)

// listed is a row of the form of databases: one or several alike.
type listed struct {
	setting.Values
	name         string
	first, count int32 // database_id of the first, and how many
}

// listedOf are the databases that an instance keeps, in the order of the settings; none if it keeps no pages.
func listedOf(r system.Reading) []listed {
	if len(r.Layout().Series) == 0 {
		return nil
	}
	return databasesOf(r.Values)
}

// databasesOf numbers the databases that the settings list, or the one that there is without a list.
func databasesOf(values setting.Values) []listed {
	records := values.Records(databasesName)
	if len(records) == 0 {
		records = []setting.Values{impliedDatabase(values)}
	}
	all := make([]listed, len(records))
	next := int32(firstUserID)
	for i, record := range records {
		count := int32(record.Number("count"))
		id, after := idOf(record, next, count)
		next = after
		all[i] = listed{Values: record, name: record.Text("name"), first: id, count: count}
	}
	return all
}

// databaseNames are the names that the settings list.
func databaseNames(values setting.Values) []string {
	var names []string
	for _, record := range values.Records(databasesName) {
		names = append(names, record.Text("name"))
	}
	return names
}

// target is the target recovery time in force; 0 = automatic checkpoints.
func (l *listed) target() sim.Time {
	if l.On(readOnlyName) {
		return 0
	}
	return sim.Time(l.Number(targetName)) * sim.Second
}

// allowed is how many dirty pages the target recovery time allows each of the databases; 0 = any number.
func (l *listed) allowed(values setting.Values) int64 {
	return int64(l.target()/sim.Second) * values.Number(pageRedoName)
}

// nameOf is what one of several alike is called: "idle #7".
func (l *listed) nameOf(id int64) string {
	if l.count == 1 {
		return l.name
	}
	return l.name + " #" + strconv.FormatInt(id-int64(l.first)+1, 10)
}

// databaseNamed is the name of the database with a number.
func databaseNamed(all []listed, id int64) string {
	for i := range all {
		if l := &all[i]; id >= int64(l.first) && id < int64(l.first+l.count) {
			return l.nameOf(id)
		}
	}
	return numbered(id)
}

// numbered is a database without a name, or one whose name is too long.
func numbered(id int64) string { return "db " + strconv.FormatInt(id, 10) }

// amount is the value of the series with a metric and a number at a reading's time: the sum over memory
// nodes.
func amount(r system.Reading, metric string, thing int32) (sum int64) {
	in := &r.Ledger.Instances[r.Instance]
	for i := range in.Layout.Series {
		if s := &in.Layout.Series[i]; s.Metric == metric && s.Thing == thing {
			sum += in.Amounts[i]
		}
	}
	return sum
}

// total is the sum of all series with a metric.
func total(r system.Reading, metric string) (sum int64) {
	in := &r.Ledger.Instances[r.Instance]
	for i := range in.Layout.Series {
		if in.Layout.Series[i].Metric == metric {
			sum += in.Amounts[i]
		}
	}
	return sum
}

// samplesOf are the steps of the first series with a metric.
func samplesOf(r system.Reading, metric string) []trace.Sample {
	for i := range r.Layout().Series {
		if r.Layout().Series[i].Metric == metric {
			return r.Log.Samples(r.Instance, i)
		}
	}
	return nil
}
