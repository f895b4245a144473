package agent

import (
	"time"

	"github.com/frasier-cos/frasier/internal/coding"
)

// masks are the folders in which any of the agents looks for orders, settings and programs of a repository.
func masks() []string { return []string{".codex", ".opencode", ".agents", ".claude"} }

// Profiles returns those that are known. Each is what was measured of the version that it names: whoever changes one has it
// rehearsed anew.
func Profiles() []Profile { return []Profile{claude(), codex(), openCode()} }

// idleModel serves an agent's calls that are no work.
const idleModel = "frasier-idle"

// claude is started bare and with no source of settings: a repository's own would lead its calls elsewhere, start programs and
// replace the model.
func claude() Profile {
	tools := []string{"Bash", "Read", "Write", "Edit", "Glob", "Grep"}
	return Profile{
		Kind: coding.CoderClaude, Package: "@agentclientprotocol/claude-agent-acp@0.101.0", Program: "node_modules/@agentclientprotocol/claude-agent-acp/dist/index.js",
		Node: leastNode, Wire: WireMessages,
		Env: []string{
			"ANTHROPIC_BASE_URL=http://127.0.0.1:{port}", "ANTHROPIC_API_KEY=none", "ANTHROPIC_SMALL_FAST_MODEL=" + idleModel, "ANTHROPIC_DEFAULT_HAIKU_MODEL=" + idleModel,
			"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_AUTOUPDATER=1", "DISABLE_TELEMETRY=1", "DISABLE_ERROR_REPORTING=1",
		},
		Meta: map[string]any{"claudeCode": map[string]any{"options": map[string]any{
			"settingSources": []string{}, "strictMcpConfig": true, "tools": tools, "allowedTools": tools, "promptSuggestions": false,
			"extraArgs": map[string]any{"bare": nil},
		}}},
		Mode: "acceptEdits", Idle: []string{idleModel}, Masks: masks(), Grace: 3 * time.Second,
	}
}

// codex takes every folder for one that is trusted, so the masks are all that keeps a repository's settings from it.
func codex() Profile {
	return Profile{
		Kind: coding.CoderCodex, Package: "@agentclientprotocol/codex-acp@2.6.0", Program: "node_modules/@agentclientprotocol/codex-acp/dist/index.js",
		Node: leastNode, Wire: WireResponses,
		Env: []string{"CODEX_HOME=" + insideHome + "/.codex", "INITIAL_AGENT_MODE=agent-full-access", "FRASIER_KEY=none", "NO_BROWSER=1"},
		Files: map[string]string{".codex/config.toml": `model = "model"
model_provider = "frasier"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[model_providers.frasier]
name = "Frasier"
base_url = "http://127.0.0.1:{port}/v1"
wire_api = "responses"
env_key = "FRASIER_KEY"

[analytics]
enabled = false
`},
		Idle: []string{"gpt-5.6-luna"}, Masks: masks(), Grace: 3 * time.Second,
	}
}

func openCode() Profile {
	return Profile{
		Kind: coding.CoderOpenCode, Package: "opencode-linux-x64@1.18.33", Program: "node_modules/opencode-linux-x64/bin/opencode", Args: []string{"acp"}, Wire: WireChat,
		Env: []string{"OPENCODE_DISABLE_PROJECT_CONFIG=1", "OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCODE_DISABLE_LSP_DOWNLOAD=1", "OPENCODE_DISABLE_MODELS_FETCH=1"},
		Files: map[string]string{".config/opencode/opencode.json": `{
  "model": "frasier/model", "small_model": "frasier/model", "share": "disabled", "autoupdate": false,
  "provider": {"frasier": {"npm": "@ai-sdk/openai-compatible", "name": "Frasier", "options": {"baseURL": "http://127.0.0.1:{port}/v1", "apiKey": "none"},
    "models": {"model": {"name": "model", "tool_call": true, "limit": {"context": 180000, "output": 16000}}}}},
  "permission": {"edit": "allow", "bash": "allow", "webfetch": "deny"},
  "agent": {"title": {"disable": true}}
}
`},
		Masks: masks(), Kept: []string{"opencode.json", "opencode.jsonc"}, Grace: 3 * time.Second,
	}
}
