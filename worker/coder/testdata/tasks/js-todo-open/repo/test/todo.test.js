'use strict';
const test = require('node:test');
const assert = require('node:assert');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { spawnSync } = require('node:child_process');

const program = path.join(__dirname, '..', 'todo.js');

function run(text, ...args) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'todo-'));
  const file = path.join(dir, 'list');
  fs.writeFileSync(file, text);
  const p = spawnSync(process.execPath, [program, ...args.map((a) => (a === 'FILE' ? file : a))], { encoding: 'utf8' });
  const left = fs.readFileSync(file, 'utf8');
  fs.rmSync(dir, { recursive: true });
  return { out: p.stdout, code: p.status, left };
}

test('list', () => {
  assert.strictEqual(run('- buy tea\nx call Ada\n', 'list', 'FILE').out, '1. [ ] buy tea\n2. [x] call Ada\n');
});

test('done', () => {
  assert.strictEqual(run('- buy tea\n- call Ada\n', 'done', 'FILE', '2').left, '- buy tea\nx call Ada\n');
  assert.strictEqual(run('- buy tea\n', 'done', 'FILE', '2').code, 1);
});

test('usage', () => {
  assert.strictEqual(run('', 'dance', 'FILE').code, 2);
});
