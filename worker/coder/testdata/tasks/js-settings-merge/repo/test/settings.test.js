'use strict';
const test = require('node:test');
const assert = require('node:assert');
const { merge } = require('../src/merge.js');
const { load } = require('../src/settings.js');

test('defaults', () => {
  assert.strictEqual(load('{}').language, 'en');
  assert.deepStrictEqual(load('{}').tags, ['new']);
});

test('nested values keep their neighbours', () => {
  assert.deepStrictEqual(load('{"mail": {"offers": false}}').mail, { weekly: true, offers: false });
  assert.deepStrictEqual(merge({ a: { b: 1, c: 2 } }, { a: { c: 3 } }), { a: { b: 1, c: 3 } });
});

test('lists are replaced', () => {
  assert.deepStrictEqual(merge({ a: [1, 2] }, { a: [3] }), { a: [3] });
});
