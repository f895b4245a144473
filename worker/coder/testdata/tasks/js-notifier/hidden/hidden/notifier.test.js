'use strict';
const test = require('node:test');
const assert = require('node:assert');
const { Notifier } = require('../src/notifier.js');

test('nobody is skipped and the order stays', () => {
  const got = [];
  const n = new Notifier();
  n.once((m) => got.push('1' + m));
  n.once((m) => got.push('2' + m));
  n.on((m) => got.push('3' + m));
  n.once((m) => got.push('4' + m));
  n.on((m) => got.push('5' + m));
  n.send('a');
  n.send('b');
  assert.deepStrictEqual(got, ['1a', '2a', '3a', '4a', '5a', '3b', '5b']);
});

test('a listener that takes itself off', () => {
  const got = [];
  const n = new Notifier();
  const self = () => { got.push('self'); n.off(self); };
  n.on(self);
  n.on((m) => got.push(m));
  n.send('a');
  n.send('b');
  assert.deepStrictEqual(got, ['self', 'a', 'b']);
});

test('once is once even when it sends', () => {
  let calls = 0;
  const n = new Notifier();
  n.once(() => { calls++; n.send('again'); });
  n.send('a');
  assert.strictEqual(calls, 1);
});
