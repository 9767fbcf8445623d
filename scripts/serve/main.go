// Serve builds Schedlab and serves it on this machine with the headers that it is deployed with.
//
//	go run ./scripts/serve [-port n] [-dir dist] [-nobuild]
package main

import (
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"schedlab/scripts/bundle"
	"schedlab/scripts/netlify"
	"schedlab/scripts/repo"
)

const usualPort = 8080

type options struct {
	port       int
	portChosen bool // -port was given: another port would be a surprise
	dir        string
	prebuilt   bool
}

func main() {
	var o options
	flag.IntVar(&o.port, "port", usualPort, "the port; 0 takes any that is free")
	flag.StringVar(&o.dir, "dir", "dist", "the built folder, below the repository's")
	flag.BoolVar(&o.prebuilt, "nobuild", false, "serve what was built before")
	flag.Parse()
	flag.Visit(func(f *flag.Flag) { o.portChosen = o.portChosen || f.Name == "port" })
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "serve:", err)
		os.Exit(1)
	}
}

func run(o options) error {
	root, err := repo.Root()
	if err != nil {
		return err
	}
	if !filepath.IsAbs(o.dir) {
		o.dir = filepath.Join(root, o.dir)
	}
	config, err := netlify.Read(filepath.Join(root, "netlify.toml"))
	if err != nil {
		return err
	}
	if !o.prebuilt {
		fmt.Println("Building; the first time takes a minute or two.")
		if _, err := bundle.Build(root, o.dir, os.Stderr); err != nil {
			return err
		}
	}
	if _, err := os.Stat(filepath.Join(o.dir, "index.html")); err != nil {
		return fmt.Errorf("nothing is built yet, so leave out -nobuild: %w", err)
	}
	listener, err := listen(o)
	if err != nil {
		return err
	}
	port := listener.Addr().(*net.TCPAddr).Port
	fmt.Printf("\n  Schedlab is at  http://localhost:%d/\n\nStop it with Ctrl+C.\n", port)
	return http.Serve(listener, newSite(os.DirFS(o.dir), config))
}

// listen takes the chosen port, or the usual one and, when another program has that, any that is free.
// Only this machine can connect.
func listen(o options) (net.Listener, error) {
	listener, err := net.Listen("tcp", address(o.port))
	if err != nil && !o.portChosen && taken(err) {
		fmt.Printf("Port %d is taken by another program.\n", o.port)
		return net.Listen("tcp", address(0))
	}
	return listener, err
}

func address(port int) string { return net.JoinHostPort("localhost", strconv.Itoa(port)) }

// taken claims that a port is in use. Windows has a number of its own for it (WSAEADDRINUSE).
func taken(err error) bool {
	const windowsAddressInUse = syscall.Errno(10048)
	return errors.Is(err, syscall.EADDRINUSE) || errors.Is(err, windowsAddressInUse)
}
