package proto_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/wasm/proto"
)

// fill gives every field a value of its own, so that what is forgotten or exchanged on the way is seen.
func fill(v reflect.Value, n *int64) {
	*n++
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), n)
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), n)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range 2 {
			fill(v.Index(i), n)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for _, key := range []string{"b", "", "ä"} {
			value := reflect.New(v.Type().Elem()).Elem()
			fill(value, n)
			v.SetMapIndex(reflect.ValueOf(key), value)
		}
	case reflect.String:
		v.SetString(strings.Repeat("ä €\n", int(*n%4)))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(float64(*n) + 1.0/3)
	case reflect.Uint64:
		v.SetUint(1<<63 + uint64(*n))
	default:
		v.SetInt(-*n)
	}
}

func filled[T any]() T {
	var m T
	n := int64(0)
	fill(reflect.ValueOf(&m).Elem(), &n)
	return m
}

func TestEveryFieldArrives(t *testing.T) {
	order := filled[proto.ToRunner]()
	got, err := proto.DecodeToRunner(proto.Encode(order))
	require.NoError(t, err)
	require.Equal(t, order, got)

	answer := filled[proto.ToPage]()
	answer.Drawn.Series = nil // rounded: see TestSeriesArriveToTheHundredth
	back, err := proto.DecodeToPage(proto.Encode(answer))
	require.NoError(t, err)
	require.Equal(t, answer, back)
}

func TestEqualMessagesAreEqualTexts(t *testing.T) {
	first := proto.Encode(proto.ToPage{Opened: filled[*proto.Opened]()})
	for range 20 {
		require.Equal(t, first, proto.Encode(proto.ToPage{Opened: filled[*proto.Opened]()}))
	}
}

func TestTextThatIsNoUnicodeArrivesAsJavaScriptPassesIt(t *testing.T) {
	sent := proto.ToPage{Failed: &proto.Failed{Message: "a\xffb", Stack: "c"}}
	m, err := proto.DecodeToPage(proto.Encode(sent))
	require.NoError(t, err)
	require.Equal(t, proto.Failed{Message: "a\ufffdb", Stack: "c"}, *m.Failed)
}

func TestBrokenMessagesAreRefused(t *testing.T) {
	whole := proto.Encode(proto.ToRunner{Generation: 3, Open: &proto.Open{Document: "{}"}})
	for n := range len(whole) {
		_, err := proto.DecodeToRunner(whole[:n])
		require.Error(t, err, whole[:n])
	}
	_, err := proto.DecodeToRunner(whole + "1 ")
	require.Error(t, err)
}

// FuzzDecode reads texts as messages: nothing panics, and what is read can be sent on.
func FuzzDecode(f *testing.F) {
	answer := filled[proto.ToPage]()
	answer.Drawn.Series = &proto.Series{To: 9, Busy: flat(3, 1), Running: flat(3, 2), Runnable: flat(3, 3)}
	f.Add(proto.Encode(answer))
	f.Add(proto.Encode(filled[proto.ToRunner]()))
	f.Fuzz(func(t *testing.T, text string) {
		if m, err := proto.DecodeToRunner(text); err == nil {
			again, err := proto.DecodeToRunner(proto.Encode(m))
			require.NoError(t, err)
			require.Equal(t, proto.Encode(m), proto.Encode(again))
		}
		if m, err := proto.DecodeToPage(text); err == nil {
			again, err := proto.DecodeToPage(proto.Encode(m))
			require.NoError(t, err)
			require.Equal(t, proto.Encode(m), proto.Encode(again))
		}
	})
}
