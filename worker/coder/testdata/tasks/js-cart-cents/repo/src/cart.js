'use strict';

// A line is { name, price, count }; the price is in euros.
function total(lines) {
  let sum = 0;
  for (const line of lines) {
    sum += line.price * (line.count ?? 1);
  }
  return sum;
}

module.exports = { total };
