'use strict';
const test = require('node:test');
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { spawnSync } = require('node:child_process');

const program = path.join(__dirname, '..', 'todo.js');
const file = path.join(__dirname, 'list.txt');

function list(text, ...args) {
  fs.writeFileSync(file, text);
  const p = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', env: { PATH: process.env.PATH } });
  fs.rmSync(file);
  return p.stdout;
}

const text = 'x one\n- two\nx three\n- four\n';

test('only open ones, with their numbers', () => {
  assert.strictEqual(list(text, 'list', file, '--open'), '2. [ ] two\n4. [ ] four\n');
});

test('the option may stand before the file', () => {
  assert.strictEqual(list(text, 'list', '--open', file), '2. [ ] two\n4. [ ] four\n');
});

test('all done', () => {
  assert.strictEqual(list('x one\n', 'list', file, '--open'), '');
});

test('without the option', () => {
  assert.strictEqual(list('x one\n- two\n', 'list', file), '1. [x] one\n2. [ ] two\n');
});
