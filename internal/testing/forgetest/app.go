package forgetest

import (
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// App has the stand-in know an App, as GitHub does: whoever shows a JWT of its key gets tokens, each for a while.
type App struct {
	ID      int64
	Key     *rsa.PublicKey
	Rights  map[string]string
	Lasts   time.Duration // of a token
	Minted  int           // tokens so far
	Revoked int           // so many of them are taken back, the first ones
	Refused int           // JWTs that were not good
	// Installed are the accounts where it is, by the numbers of its installations.
	Installed map[int64]string
}

const appSlug = "shop-hand"

// appTokenHead begins the tokens of the App; behind it stands which one it is.
const appTokenHead = "app-token-"

// account returns who asks, where a token of an App does.
func (a *App) account(r *http.Request) (person, bool) {
	const number = 900
	token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	if a == nil {
		return person{}, false
	}
	n, err := strconv.Atoi(strings.TrimPrefix(token, appTokenHead))
	return person{number, appSlug + "[bot]"}, err == nil && strings.HasPrefix(token, appTokenHead) && n > a.Revoked && n <= a.Minted
}

// serve answers what an App asks as itself; false for anything else.
func (a *App) serve(w http.ResponseWriter, r *http.Request, path string) bool {
	if a == nil || path != "app" && !strings.HasPrefix(path, "app/") {
		return false
	}
	if !a.isGood(strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")) {
		a.Refused++
		answer(w, http.StatusUnauthorized, map[string]any{"message": "A JSON web token could not be decoded"})
		return true
	}
	list := []map[string]any{}
	for id, name := range a.Installed {
		list = append(list, map[string]any{"id": id, "account": map[string]any{"login": name}})
	}
	id, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimPrefix(path, "app/installations/"), "/access_tokens"), 10, 64) //nolint:errcheck // 0 is none
	switch {
	case path == "app":
		answer(w, http.StatusOK, map[string]any{"id": a.ID, "slug": appSlug})
	case path == "app/installations":
		answer(w, http.StatusOK, list)
	case strings.HasSuffix(path, "/access_tokens") && r.Method == http.MethodPost && a.Installed[id] != "":
		a.Minted++
		answer(w, http.StatusCreated, map[string]any{"token": appTokenHead + strconv.Itoa(a.Minted), "expires_at": time.Now().Add(a.Lasts).UTC().Format(time.RFC3339), "permissions": a.Rights})
	default:
		answer(w, http.StatusNotFound, map[string]any{"message": "Not Found"})
	}
	return true
}

// isGood holds a JWT against what GitHub asks of one: RS256 by the App's key, from it, begun, and over in ten minutes at most.
func (a *App) isGood(jwt string) bool {
	parts := strings.Split(jwt, ".")
	if len(parts) != len("hps") {
		return false
	}
	var raw [3][]byte
	for i, p := range parts {
		var err error
		if raw[i], err = base64.RawURLEncoding.DecodeString(p); err != nil {
			return false
		}
	}
	var head struct {
		Alg string `json:"alg"`
	}
	var said struct {
		Begun int64  `json:"iat"`
		Ends  int64  `json:"exp"`
		From  string `json:"iss"`
	}
	if json.Unmarshal(raw[0], &head) != nil || json.Unmarshal(raw[1], &said) != nil {
		return false
	}
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	now := time.Now().Unix()
	const most = 600
	return head.Alg == "RS256" && said.From == strconv.FormatInt(a.ID, 10) && said.Begun <= now && said.Ends > now && said.Ends <= now+most &&
		rsa.VerifyPKCS1v15(a.Key, crypto.SHA256, sum[:], raw[2]) == nil
}
