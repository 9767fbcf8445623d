package bundle

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"text/tabwriter"

	"github.com/andybalholm/brotli"
)

// FirstPictureBudget is the most that may be sent before the page shows its first picture, in bytes as sent
// (brotli).
const FirstPictureBudget = 1_200_000

// Files that a visitor of the page does not need for its first picture, or not at all: their names begin so.
// What draws charts, all scenarios but the first one, and what keeps the page for work offline are fetched
// when the first picture is there; what makes and saves files and reads pasted texts, when it is first asked
// for.
var neededLater = []string{ManifestFile, "embed", "help.html", "lessons/", "stills/", "scenarios/", "oembed/",
	"v/", workerName, webManifestName, "assets/maker-", "assets/charts-", "assets/files-", "assets/offline-",
	"assets/lesson-", "assets/functions-", "assets/later-", "assets/scenarios-",
	"assets/app-", "assets/embed"}

// Size is what one published file weighs, in bytes.
type Size struct {
	Name   string
	Raw    int
	Brotli int
	First  bool // it is needed for the first picture
}

// Measure weighs all files of a built folder as they are sent, in the order of their names.
func Measure(dir string) ([]Size, error) {
	built := os.DirFS(dir)
	if _, err := fs.Stat(built, ManifestFile); err != nil {
		return nil, fmt.Errorf("%s holds no build: %w", dir, err)
	}
	var sizes []Size
	err := fs.WalkDir(built, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		size, err := weigh(built, name)
		sizes = append(sizes, size)
		return err
	})
	return sizes, err
}

func weigh(built fs.FS, name string) (Size, error) {
	content, err := fs.ReadFile(built, name)
	if err != nil {
		return Size{}, err
	}
	sent, err := compressedSize(content)
	return Size{Name: name, Raw: len(content), Brotli: sent, First: isFirst(name)}, err
}

// FirstPicture adds up, in bytes as sent, what is needed for the first picture.
func FirstPicture(sizes []Size) int {
	total := 0
	for _, size := range sizes {
		if size.First {
			total += size.Brotli
		}
	}
	return total
}

// PrintSizes writes the ledger: what each file costs, and the sum against its budget.
func PrintSizes(out io.Writer, sizes []Size) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(table, "bytes\tbrotli\t  file\n")
	for _, size := range sizes {
		note := ""
		if !size.First {
			note = " (later)"
		}
		fmt.Fprintf(table, "%d\t%d\t  %s%s\n", size.Raw, size.Brotli, size.Name, note)
	}
	total := FirstPicture(sizes)
	fmt.Fprintf(table, "\t%d\t  to the first picture, of %d at most\n", total, FirstPictureBudget)
	return table.Flush()
}

func isFirst(name string) bool { return !hasPrefix(name, neededLater) }

func compressedSize(content []byte) (int, error) {
	var sent bytes.Buffer
	writer := brotli.NewWriterLevel(&sent, brotli.BestCompression)
	if _, err := writer.Write(content); err != nil {
		return 0, err
	}
	err := writer.Close()
	return sent.Len(), err
}
