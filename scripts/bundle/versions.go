package bundle

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// versionsFile lists the git tags whose versions are kept below v/, so that courses keep what they were made
// with.
const versionsFile = "site/versions.json"

// tagName is what a tag may look like: it is a part of addresses and of a path.
var tagName = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z.-]*$`)

// nameVersions tells the pages which versions are kept.
func (b *bundle) nameVersions() (err error) {
	if b.manifest.Versions, err = b.versions(); err != nil {
		return fmt.Errorf("%s: %w", versionsFile, err)
	}
	return nil
}

// addVersions adds the versions that are kept, each built from its tag by its own build.
func (b *bundle) addVersions() error {
	for _, tag := range b.manifest.Versions {
		if err := b.addVersion(tag); err != nil {
			return fmt.Errorf("version %s of %s: %w", tag, versionsFile, err)
		}
	}
	return nil
}

func (b *bundle) versions() ([]string, error) {
	text, err := os.ReadFile(b.source(versionsFile))
	if err != nil {
		return nil, err
	}
	var tags []string
	if err := json.Unmarshal(text, &tags); err != nil {
		return nil, err
	}
	for i, tag := range tags {
		if !tagName.MatchString(tag) {
			return nil, fmt.Errorf("%q is no name of a version: letters, digits, dots and hyphens are", tag)
		}
		if slices.Contains(tags[:i], tag) {
			return nil, fmt.Errorf("%s is named twice", tag)
		}
	}
	return tags, nil
}

// addVersion takes a version from the cache, where it is put when it is built for the first time.
func (b *bundle) addVersion(tag string) error {
	commit, err := b.commitOf(tag)
	if err != nil {
		return err
	}
	below := "v/" + tag + "/"
	built, err := cacheFolder(commit + " " + b.address + below)
	if err != nil {
		return err
	}
	if _, err := os.Stat(built); err != nil {
		fmt.Fprintf(b.log, "building version %s, which is kept for the next time\n", tag)
		if err := b.buildVersion(commit, built, b.address+below); err != nil {
			return err
		}
	}
	return fs.WalkDir(os.DirFS(built), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		b.files[below+name], err = os.ReadFile(filepath.Join(built, filepath.FromSlash(name)))
		return err
	})
}

// commitOf finds the commit of a tag, and asks the remote repository for a tag that a clone lacks: those that
// hosts make are shallow.
func (b *bundle) commitOf(tag string) (string, error) {
	reference := "refs/tags/" + tag
	if commit, err := b.git("rev-parse", "--verify", "--quiet", reference+"^{commit}"); err == nil {
		return commit, nil
	}
	fetched := "there is no remote repository to ask for it"
	if remotes, err := b.git("remote"); err == nil && remotes != "" {
		remote, _, _ := strings.Cut(remotes, "\n")
		fetch := []string{"fetch", "--quiet", "--no-tags", remote, reference + ":" + reference}
		if shallow, _ := b.git("rev-parse", "--is-shallow-repository"); shallow == "true" {
			fetch = slices.Insert(fetch, 1, "--depth=1")
		}
		_, err := b.git(fetch...)
		if err == nil {
			return b.git("rev-parse", "--verify", reference+"^{commit}")
		}
		fetched = fmt.Sprintf("%s does not give it: %v", remote, err)
	}
	return "", fmt.Errorf("this repository has no such tag, and %s; make it with  git tag %s COMMIT  "+
		"or get it with  git fetch --tags", fetched, tag)
}

// buildVersion builds a commit in a working tree of its own and puts what came out at the place given.
func (b *bundle) buildVersion(commit, built, address string) error {
	if err := os.MkdirAll(filepath.Dir(built), 0o755); err != nil {
		return err
	}
	work, err := os.MkdirTemp(filepath.Dir(built), "work-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	tree, out := filepath.Join(work, "tree"), filepath.Join(work, "dist")
	if _, err := b.git("worktree", "add", "--quiet", "--force", "--detach", tree, commit); err != nil {
		return err
	}
	defer b.git("worktree", "remove", "--force", tree) // the folder goes with work anyway
	build := exec.Command("go", "run", "./scripts/build", "-dir", out, "-only-this")
	build.Dir = tree
	build.Env = append(os.Environ(), "CONTEXT=production", "URL="+address, "GOWORK=off")
	if said, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("building it: %w\n%s", err, said)
	}
	err = os.Rename(out, built)
	if _, isThere := os.Stat(built); isThere == nil {
		return nil // perhaps another build was faster: what it made is the same
	}
	return err
}

// git runs git in the repository and gives what it prints.
func (b *bundle) git(arguments ...string) (string, error) {
	command := exec.Command("git", arguments...)
	command.Dir = b.root
	var said strings.Builder
	command.Stderr = &said
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w %s", strings.Join(arguments, " "), err,
			strings.TrimSpace(said.String()))
	}
	return strings.TrimSpace(string(out)), nil
}

// cacheFolder is where what belongs to a key is kept between builds.
func cacheFolder(key string) (string, error) {
	user, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("finding the user's cache: %w", err)
	}
	sum := sha256.Sum256([]byte(key))
	return filepath.Join(user, "schedlab", "versions", hex.EncodeToString(sum[:12])), nil
}
