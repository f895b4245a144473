'use strict';
const test = require('node:test');
const assert = require('node:assert');
const { total } = require('../src/cart.js');
const { receipt } = require('../src/receipt.js');

test('exact to the cent', () => {
  const p = (price, count) => ({ name: 'x', price, count });
  assert.strictEqual(total([p(0.1), p(0.2)]), 0.3);
  assert.strictEqual(total([p(1.1, 3)]), 3.3);
  assert.strictEqual(total([p(0.07, 100)]), 7);
  assert.strictEqual(total([p(4.35, 100)]), 435);
  assert.strictEqual(total([p(19.99), p(5.01), p(0.3, 3)]), 25.9);
  assert.strictEqual(total(Array.from({ length: 1000 }, () => p(0.01))), 10);
  assert.strictEqual(total([p(4.5, 3), p(9)]), 22.5);
});

test('receipt', () => {
  assert.strictEqual(receipt([{ name: 'tea', price: 0.1 }, { name: 'cup', price: 0.2 }]),
    '1 x tea: 0.10\n1 x cup: 0.20\nTotal: 0.30');
});
