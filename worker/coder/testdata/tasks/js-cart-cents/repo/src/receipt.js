'use strict';
const { total } = require('./cart.js');

function money(amount) {
  return amount.toFixed(2);
}

function receipt(lines) {
  const rows = lines.map((l) => `${l.count ?? 1} x ${l.name}: ${money(l.price)}`);
  return [...rows, `Total: ${money(total(lines))}`].join('\n');
}

module.exports = { money, receipt };
