'use strict';
const test = require('node:test');
const assert = require('node:assert');
const { merge } = require('../src/merge.js');
const { load } = require('../src/settings.js');

const plain = { language: 'en', mail: { weekly: true, offers: false }, tags: ['new'] };

test('customers do not see each other', () => {
  const one = load('{"language": "de", "mail": {"offers": true}, "extra": {"a": 1}}');
  assert.deepStrictEqual(one, { language: 'de', mail: { weekly: true, offers: true }, tags: ['new'], extra: { a: 1 } });
  assert.deepStrictEqual(load('{}'), plain);
});

test('changing one customer leaves the others alone', () => {
  const one = load('{}');
  one.mail.weekly = false;
  one.tags.push('old');
  assert.deepStrictEqual(load('{}'), plain);
});

test('merge is still deep', () => {
  assert.deepStrictEqual(merge({ a: { b: 1, c: { d: 1 } } }, { a: { c: { e: 2 } } }), { a: { b: 1, c: { d: 1, e: 2 } } });
});
