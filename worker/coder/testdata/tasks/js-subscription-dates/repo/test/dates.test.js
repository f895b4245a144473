'use strict';
const test = require('node:test');
const assert = require('node:assert');
const { addMonths } = require('../src/dates.js');
const { dueDates } = require('../src/subscription.js');

test('months are added', () => {
  assert.strictEqual(addMonths('2024-01-15', 1), '2024-02-15');
  assert.strictEqual(addMonths('2024-11-15', 3), '2025-02-15');
});

test('due dates', () => {
  assert.deepStrictEqual(dueDates('2024-11-01', 3), ['2024-11-01', '2024-12-01', '2025-01-01']);
  assert.deepStrictEqual(dueDates('2024-11-01', 0), []);
});
