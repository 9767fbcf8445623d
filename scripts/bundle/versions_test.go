package bundle

import (
	"io"
	"maps"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"schedlab/scripts/netlify"
)

// ownBuild is the build of an old version: it leaves a site that tells how it was called.
const ownBuild = `package main

import (
	"flag"
	"os"
	"path/filepath"
)

func main() {
	dir := flag.String("dir", "", "")
	alone := flag.Bool("only-this", false, "")
	flag.Parse()
	if !*alone {
		panic("main: a version that is kept is built alone")
	}
	text, err := os.ReadFile("site/embed.html")
	if err != nil {
		panic("main: " + err.Error())
	}
	for name, content := range map[string]string{
		"index.html": "<script src=\"assets/boot-1.js\"></script>" + os.Getenv("URL"),
		"embed.html": string(text), "embed.js": "old", "assets/boot-1.js": "old()",
	} {
		file := filepath.Join(*dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			panic("main: " + err.Error())
		}
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			panic("main: " + err.Error())
		}
	}
}
`

// history is a repository with a version that a tag names and a newer one.
func history(t *testing.T) string {
	compiled, err := exec.Command("go", "env", "GOCACHE").Output()
	require.NoError(t, err)
	t.Setenv("GOCACHE", strings.TrimSpace(string(compiled))) // it usually lies in the user's cache as well
	for _, folder := range []string{"XDG_CACHE_HOME", "HOME", "LOCALAPPDATA"} {
		t.Setenv(folder, t.TempDir())
	}
	root := lay(t, map[string]string{"scripts/build/main.go": ownBuild,
		"site/embed.html": `<!doctype html><link href="{{asset "page.css"}}">the version of the course`})
	gitIn(t, root, "init", "--quiet")
	gitIn(t, root, "add", ".")
	commit(t, root, "The version of the course")
	gitIn(t, root, "tag", "course-1.0")
	require.NoError(t, writeFile(filepath.Join(root, "site", "embed.html"), []byte("the newest version")))
	require.NoError(t, writeFile(filepath.Join(root, "site", "versions.json"), []byte(`["course-1.0"]`)))
	gitIn(t, root, "add", ".")
	commit(t, root, "The newest version")
	return root
}

func gitIn(t *testing.T, dir string, arguments ...string) string {
	command := exec.Command("git", arguments...)
	command.Dir = dir
	out, err := command.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

func commit(t *testing.T, root, message string) {
	gitIn(t, root, "-c", "user.name=Tester", "-c", "user.email=tester@schedlab.example", "-c",
		"commit.gpgsign=false", "commit", "--quiet", "-m", message)
}

// versionOf are the files of the version that is kept, as a build of root publishes them.
func versionOf(t *testing.T, root string) map[string]string {
	b := newBundle(root, io.Discard)
	b.address = "https://lab.example/"
	require.NoError(t, b.nameVersions())
	require.Equal(t, []string{"course-1.0"}, b.manifest.Versions)
	require.NoError(t, b.addVersions())
	files := map[string]string{}
	for name, content := range b.files {
		name, isBelow := strings.CutPrefix(name, "v/course-1.0/")
		require.True(t, isBelow, name)
		files[name] = string(content)
	}
	return files
}

func TestAVersionIsBuiltFromItsTagByItsOwnBuild(t *testing.T) {
	root := history(t)
	files := versionOf(t, root)
	require.Equal(t, `<script src="assets/boot-1.js"></script>https://lab.example/v/course-1.0/`,
		files["index.html"])
	require.Contains(t, files["embed.html"], "the version of the course")
	require.Equal(t, "old", files["embed.js"])
	require.Equal(t, "old()", files["assets/boot-1.js"])
	require.Empty(t, gitIn(t, root, "status", "--porcelain"), "the working tree is as it was")
	require.Len(t, strings.Split(strings.TrimSpace(gitIn(t, root, "worktree", "list")), "\n"), 1)

	t.Run("it does not change when the rest does", func(t *testing.T) {
		require.NoError(t, writeFile(filepath.Join(root, "site", "embed.html"), []byte("newer still")))
		gitIn(t, root, "add", ".")
		commit(t, root, "Newer still")
		require.Equal(t, files, versionOf(t, root))
	})
	t.Run("it is taken from the cache", func(t *testing.T) {
		t.Setenv("PATH", filepath.Dir(program(t, "git")))
		if _, err := exec.LookPath("go"); err == nil {
			t.Setenv("GOROOT", t.TempDir()) // both are in one folder: Go cannot build
		}
		require.Equal(t, files, versionOf(t, root))
	})
	t.Run("a host's shallow clone asks for the tag", func(t *testing.T) {
		clone := filepath.Join(t.TempDir(), "clone")
		gitIn(t, root, "clone", "--quiet", "--depth=1", "--no-tags", "file://"+filepath.ToSlash(root), clone)
		require.Empty(t, gitIn(t, clone, "tag"))
		require.Equal(t, files, versionOf(t, clone))
	})
}

func program(t *testing.T, name string) string {
	file, err := exec.LookPath(name)
	require.NoError(t, err)
	return file
}

// The names and headers below v/ are those of the real build, here of a small site.
func TestAVersionWorksBelowItsFolder(t *testing.T) {
	root := lay(t, nil)
	_, err := BuildOnly(root, filepath.Join(root, "dist"), io.Discard)
	require.NoError(t, err)
	files := read(t, filepath.Join(root, "dist"))
	for _, page := range []string{"index.html", "embed.html"} {
		for _, match := range links.FindAllStringSubmatch(files[page], -1) {
			require.Contains(t, files, match[1], "%s names files relative to itself", page)
		}
	}
	config, err := netlify.Read(filepath.Join("..", "..", "netlify.toml"))
	require.NoError(t, err)
	for name := range maps.Keys(files) {
		here, below := config.Headers("/"+name), config.Headers("/v/course-1.0/"+name)
		require.Equal(t, here, below, name)
	}
}

func TestMistakesOfVersionsAreNamed(t *testing.T) {
	for text, want := range map[string]string{
		`["1.0"]`:        "this repository has no such tag, and there is no remote repository to ask for it",
		`["../main"]`:    `"../main" is no name of a version`,
		`["-q"]`:         `"-q" is no name of a version`,
		`[".."]`:         `".." is no name of a version`,
		`["a/b"]`:        `"a/b" is no name of a version`,
		`["1.0", "1.0"]`: "1.0 is named twice",
		`{}`:             "versions.json",
	} {
		root := lay(t, map[string]string{"site/versions.json": text})
		gitIn(t, root, "init", "--quiet")
		b := newBundle(root, io.Discard)
		err := b.nameVersions()
		if err == nil {
			err = b.addVersions()
		}
		require.ErrorContains(t, err, want)
	}
}
