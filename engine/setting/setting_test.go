package setting_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/engine/setting"
)

var declared = []setting.Setting{
	{Name: "quantum_us", Kind: setting.Number, Default: setting.Value{Number: 4000}},
	{Name: "fast", Kind: setting.Switch, Default: setting.Value{Number: 1}},
	{Name: "policy", Kind: setting.Choice, Default: setting.Value{Text: "first"}},
	{Name: "pools", Kind: setting.List, Fields: []setting.Setting{
		{Name: "name", Kind: setting.Text},
		{Name: "share", Kind: setting.Number, Default: setting.Value{Number: 50}}}},
}

func TestCompleteAddsDefaultsAndKeepsWhatIsSet(t *testing.T) {
	given := setting.Values{"quantum_us": {Number: 100}, "fast": {}, "pools": {Records: []setting.Values{
		{"name": {Text: "small"}}, {"name": {Text: "big"}, "share": {Number: 90}}}}}
	all := setting.Complete(declared, given)
	require.Equal(t, int64(100), all.Number("quantum_us"))
	require.False(t, all.On("fast"), "off is a value too")
	require.Equal(t, "first", all.Text("policy"))
	pools := all.Records("pools")
	require.Equal(t, []int64{50, 90}, []int64{pools[0].Number("share"), pools[1].Number("share")})
	require.NotContains(t, given, "policy", "what is given stays as it is")
	require.NotContains(t, given["pools"].Records[0], "share")
}

func TestAValueThatIsNotThereIsOurMistake(t *testing.T) {
	require.PanicsWithValue(t, "setting: speed is not among the values",
		func() { setting.Values{}.Number("speed") })
}

func TestOriginsAreShortWords(t *testing.T) {
	var words []string
	for o := setting.Documented; o <= setting.Assumed; o++ {
		words = append(words, o.String())
	}
	require.Equal(t, []string{"doc", "blog", "inferred", "assumed"}, words)
}
