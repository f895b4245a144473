package redact_test

import (
	"strings"
	"testing"

	"github.com/frasier-cos/frasier/internal/redact"
)

// Lines of programs that name a secret and hold none stay as they are.
func TestSourceCodeIsNoSecret(t *testing.T) {
	for _, line := range codeLines {
		if got, kinds := redact.Secrets(line); got != line {
			t.Errorf("%q: got %q, %q; want it unchanged", line, got, kinds)
		}
	}
}

// What stands where a program or a settings file has a secret is taken out.
func TestSecretInSourceCode(t *testing.T) {
	for _, form := range secretLines {
		for _, value := range []string{run(16), run(24), run(40), "Xk9-pQ2_zL7vB4nM", "q7.Zt8wKf3Rb9.Lm2x"} {
			line := strings.ReplaceAll(form, "VALUE", value)
			if got, kinds := redact.Secrets(line); strings.Contains(got, value) || len(kinds) == 0 {
				t.Errorf("%q: got %q, %q; want the value gone", line, got, kinds)
			}
		}
	}
}

var codeLines = []string{
	"token = config.s3.key1_default", "token = config.s3.key1", "secret = settings.auth.v2_secret", "api_key = self.options.key2_name", "password = user.profile2.password",
	"token = os.environ[\"API_TOKEN2\"]", "token = process.env.API_TOKEN2", "const token = process.env.SECRET2_TOKEN;", "password: this.form1.value.password", "secret := cfg.Auth.Key1Name",
	"token := req.Header2.Get(name)", "access_key = aws.session2.access_key", "token = tokens2.first.value", "api_key=args.key1_value", "password=params.db2.password",
	"token = get_token_v2(user)", "secret = read_secret_2(path)", "api_key = load_key_v1(name)", "password = hash_password_2(raw)", "token = make_token_v3[0]",
	"token: string2; // config.auth2.token", "secret = $APP_SECRET_2X", "api_key=$OPENAI_KEY_V2", "PASSWORD=$DB_PASSWORD_2", "TOKEN=%API_TOKEN_V2%",
	"token = state.session1.token", "self.token = data.attrs2.token", "token = response2.body.token", "secret = vault2.paths.app", "secret = keys.list1.first",
	"access_key = creds2.access.key", "api_key = env2.api.key", "password = row2.columns.password", "token = event1.detail.token", "token = header1.parts.last",
	"token = auth.oauth2.token", "token = lib.v2.token_name", "secret = app.v1.secret_name", "token = user1.tokens.current", "token = login.step2.token",
	"api_key = config.keys1.default", "token = cache.level2.token", "secret = store.shelf1.secret", "password = input1.text.value", "token = store.item2.token",
	"api_key: ./keys/key1.pem", "secret: ../conf/app1.yaml", "token: ~/files/token1.txt", "password: /etc/app/pass1.txt", "access_key: /home/app/key2.json",
	"token = page.props2.token", "token = node.left1.token", "secret = opts.auth1.secret", "api_key = client.opts2.api_key", "password = form.fields1.password",
	"token = json.items1.token", "token = map.row1.token", "token = model.user1.token", "token = ctx.state1.token", "token = view.bag1.token", "token = root.child1.token",
	"token = config.api_v2.token", "token = flags.set1.token", "secret := env.Get2(name).Secret", "password := form.Value1.Password", "api_key = parse_line_2(line)[0]",
	"token = next(tokens_2.values)", "if token == config.auth1.token {", "return {token: state.auth2.token}", "secret = base64_decode(raw)", "token = utf8_decode(body)", "access_key=s3.client.key",
}

var secretLines = []string{
	"token = VALUE", "token = \"VALUE\"", "token = 'VALUE'", "token: VALUE", "token:VALUE", "TOKEN=VALUE", "API_TOKEN=VALUE", "export TOKEN=VALUE", "const token = \"VALUE\";", "token := \"VALUE\"",
	"secret = VALUE", "secret = \"VALUE\"", "secret: 'VALUE'", "SECRET=VALUE", "APP_SECRET=VALUE", "client_secret = \"VALUE\"", "client_secret: VALUE", "\"secret\": \"VALUE\"", "\"client_secret\": \"VALUE\"", "secret='VALUE'",
	"password = VALUE", "password: VALUE", "PASSWORD=VALUE", "DB_PASSWORD=VALUE", "\"password\": \"VALUE\"", "passwd = VALUE", "passwd: \"VALUE\"", "DB_PASSWD=VALUE", "password='VALUE'", "let password = \"VALUE\"",
	"api_key = VALUE", "api_key: VALUE", "API_KEY=VALUE", "api-key: VALUE", "api key: VALUE", "apikey=VALUE", "APIKEY: \"VALUE\"", "\"api_key\": \"VALUE\"", "X_API_KEY=VALUE", "OPENAI_API_KEY=VALUE",
	"access_key = VALUE", "access-key: VALUE", "ACCESS_KEY=VALUE", "\"access_key\": \"VALUE\"", "access key = VALUE", "AWS_ACCESS_KEY=VALUE", "authorization: bearer VALUE", "Authorization: Bearer VALUE", "\"Authorization\": \"Bearer VALUE\"", "authorization: token VALUE",
	"Authorization: Bot VALUE", "authorization: basic VALUE", "use token=VALUE for it", "the password: VALUE, please", "refresh_token=VALUE", "auth_token: VALUE", "session_token = VALUE", "bot_token = \"VALUE\"", "my_secret=VALUE", "private_token: VALUE", "https://user:VALUE@db.example.com/x",
}
