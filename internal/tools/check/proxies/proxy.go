package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/frasier-cos/frasier/internal/lazyregexp"
)

// host is the name that the configurations of the page give the dashboard.
const host = "frasier.example.com"

// proxy is one program that stands before a dashboard.
type proxy struct {
	program, packageName string
	language             string   // of its configuration on the page
	around               string   // what the program needs around it, as Debian has it; %s is the configuration
	args                 []string // that run it in a folder, where its configuration is called conf; DIR is the folder
	versionArg           string
}

func proxies() []proxy {
	return []proxy{
		{"nginx", "nginx", "nginx", "daemon off;\nmaster_process off;\npid DIR/pid;\nerror_log DIR/log;\nevents {}\nhttp {\ngzip on;\naccess_log off;\n" +
			"client_body_temp_path DIR/body;\nproxy_temp_path DIR/proxy;\nfastcgi_temp_path DIR/fastcgi;\nuwsgi_temp_path DIR/uwsgi;\nscgi_temp_path DIR/scgi;\n%s}\n", []string{"-cDIR/conf", "-e", "DIR/log"}, "-v"},
		{"caddy", "caddy", "caddy", "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n%s", []string{"run", "--config", "DIR/conf", "--adapter", "caddyfile"}, "version"},
		{"apache2", "apache2", "apache", "ServerRoot DIR\nPidFile DIR/pid\nErrorLog DIR/log\nListen PORT\nMutex file:DIR\n" + loaded("mpm_event", "authz_core", "mime", "filter", "deflate", "socache_shmcb", "ssl", "proxy", "proxy_http") +
			"Include /etc/apache2/mods-available/mime.conf\nInclude /etc/apache2/mods-available/deflate.conf\n%s", []string{"-DFOREGROUND", "-f", "DIR/conf"}, "-v"},
	}
}

// loaded are the lines that load modules of Apache. Debian's own files do so one by one.
func loaded(modules ...string) string {
	var out strings.Builder
	for _, m := range modules {
		fmt.Fprintf(&out, "LoadModule %s_module /usr/lib/apache2/modules/mod_%s.so\n", m, m)
	}
	return out.String()
}

// What the page of the handbook says for a program.
func (p proxy) written(docs string) (string, error) {
	_, rest, found := strings.Cut(docs, "```"+p.language+"\n")
	text, _, closed := strings.Cut(rest, "```")
	if !found || !closed || !strings.Contains(text, host) || !strings.Contains(text, "127.0.0.1:8787") {
		return "", fmt.Errorf("%s has no configuration in %q", page, p.language)
	}
	return text, nil
}

// What is written, with the addresses and the certificate of this run.
func (p proxy) configuration(docs, dir, port, dashboard string) (string, error) {
	text, err := p.written(docs)
	if err != nil {
		return "", err
	}
	certificate, key := filepath.Join(filepath.Dir(dir), "frasier.pem"), filepath.Join(filepath.Dir(dir), "frasier.key")
	text = strings.NewReplacer("443", port, "/etc/ssl/frasier.pem", certificate, "/etc/ssl/frasier.key", key, "127.0.0.1:8787", dashboard,
		host+" {", fmt.Sprintf("%s:%s {\n\ttls %s %s", host, port, certificate, key)).Replace(text)
	return strings.NewReplacer("DIR", dir, "PORT", port).Replace(fmt.Sprintf(p.around, text)), nil
}

// start runs the program until the context ends, and returns when it listens.
func (p proxy) start(ctx context.Context, b *bot, dir, docs string) (address string, err error) {
	if err := os.Mkdir(dir, 0o755); err != nil {
		return "", fmt.Errorf("make folder: %w", err)
	}
	address, err = freeAddress(ctx)
	if err != nil {
		return "", err
	}
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		return "", fmt.Errorf("read address: %w", err)
	}
	text, err := p.configuration(docs, dir, port, b.address)
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(dir, "conf"), []byte(text), 0o600); err != nil {
		return "", fmt.Errorf("write configuration: %w", err)
	}
	var args []string
	for _, a := range p.args {
		args = append(args, strings.ReplaceAll(a, "DIR", dir))
	}
	cmd := exec.CommandContext(ctx, p.program, args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = stopWithin
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_DATA_HOME="+dir, "XDG_CONFIG_HOME="+dir)
	log, err := os.Create(filepath.Join(dir, "said"))
	if err != nil {
		return "", fmt.Errorf("write what it says: %w", err)
	}
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		return "", fmt.Errorf("start: %w", err)
	}
	ended := make(chan error, 1)
	b.after.Go(func() { ended <- errors.Join(cmd.Wait(), log.Close()) })
	if err := listens(ctx, address, ended); err != nil {
		return "", fmt.Errorf("%w\n%s", err, logged(dir))
	}
	return address, nil
}

// What a program wrote.
func logged(dir string) string {
	var out strings.Builder
	for _, name := range []string{"said", "log"} {
		if raw, err := os.ReadFile(filepath.Join(dir, name)); err == nil {
			out.Write(raw)
		}
	}
	return out.String()
}

// version is the program's name and the first number that it says of itself.
func (p proxy) version(ctx context.Context) string {
	out, err := exec.CommandContext(ctx, p.program, p.versionArg).CombinedOutput()
	if err != nil {
		return p.program
	}
	return p.program + " " + lazyregexp.New(`\d+\.\d+\.\d+`).FindString(string(out))
}

// writeCertificate makes a certificate for the host, which whoever asks trusts.
func writeCertificate(dir string) (*x509.CertPool, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("make key: %w", err)
	}
	const valid = 24 * time.Hour
	c := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: host}, DNSNames: []string{host}, NotBefore: time.Now().Add(-valid), NotAfter: time.Now().Add(valid),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, c, c, &key.PublicKey, key)
	if err != nil {
		return nil, fmt.Errorf("make certificate: %w", err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, fmt.Errorf("write key: %w", err)
	}
	public := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	err = errors.Join(os.WriteFile(filepath.Join(dir, "frasier.pem"), public, 0o600),
		os.WriteFile(filepath.Join(dir, "frasier.key"), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}), 0o600))
	if err != nil {
		return nil, fmt.Errorf("write certificate: %w", err)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(public)
	return roots, nil
}
