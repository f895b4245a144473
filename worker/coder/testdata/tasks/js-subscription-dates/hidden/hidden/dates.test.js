'use strict';
const test = require('node:test');
const assert = require('node:assert');
const { dueDates } = require('../src/subscription.js');

test('31 January in a leap year', () => {
  assert.deepStrictEqual(dueDates('2024-01-31', 6),
    ['2024-01-31', '2024-02-29', '2024-03-31', '2024-04-30', '2024-05-31', '2024-06-30']);
});

test('30 January in another year', () => {
  assert.deepStrictEqual(dueDates('2023-01-30', 3), ['2023-01-30', '2023-02-28', '2023-03-30']);
});

test('over the end of the year', () => {
  assert.deepStrictEqual(dueDates('2024-10-31', 5), ['2024-10-31', '2024-11-30', '2024-12-31', '2025-01-31', '2025-02-28']);
});

test('a year later', () => {
  assert.strictEqual(dueDates('2024-02-29', 13)[12], '2025-02-28');
  assert.strictEqual(dueDates('2024-01-15', 13)[12], '2025-01-15');
});
