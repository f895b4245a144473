'use strict';
const test = require('node:test');
const assert = require('node:assert');
const { Notifier } = require('../src/notifier.js');

test('listeners are called in their order', () => {
  const got = [];
  const n = new Notifier();
  n.on((m) => got.push('first ' + m));
  n.on((m) => got.push('second ' + m));
  n.send('a');
  assert.deepStrictEqual(got, ['first a', 'second a']);
});

test('off', () => {
  const got = [];
  const n = new Notifier();
  const fn = (m) => got.push(m);
  n.on(fn);
  n.send('a');
  n.off(fn);
  n.send('b');
  assert.deepStrictEqual(got, ['a']);
});

test('once', () => {
  const got = [];
  const n = new Notifier();
  n.once((m) => got.push(m));
  n.send('a');
  n.send('b');
  assert.deepStrictEqual(got, ['a']);
});
