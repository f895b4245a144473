'use strict';
const test = require('node:test');
const assert = require('node:assert');
const { total } = require('../src/cart.js');
const { receipt } = require('../src/receipt.js');

test('an empty cart costs nothing', () => {
  assert.strictEqual(total([]), 0);
});

test('counts are taken into account', () => {
  assert.strictEqual(total([{ name: 'tea', price: 4.5, count: 3 }, { name: 'cup', price: 9 }]), 22.5);
});

test('receipt', () => {
  assert.strictEqual(receipt([{ name: 'tea', price: 4.5, count: 2 }]), '2 x tea: 4.50\nTotal: 9.00');
});
