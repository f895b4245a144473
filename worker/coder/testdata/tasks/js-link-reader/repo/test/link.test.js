'use strict';
const test = require('node:test');
const assert = require('node:assert');
const { read } = require('../src/link.js');

test('no values', () => {
  assert.deepEqual(read('/shop'), {});
  assert.deepEqual(read('/shop?'), {});
});

test('plain values', () => {
  assert.deepEqual(read('/shop?size=large&color=red#top'), { size: 'large', color: 'red' });
});

test('signs', () => {
  assert.deepEqual(read('/?q=green+tea%21&eq=a=b&flag'), { q: 'green tea!', eq: 'a=b', flag: '' });
});
