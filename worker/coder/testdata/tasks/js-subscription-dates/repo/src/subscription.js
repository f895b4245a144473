'use strict';
const { addMonths } = require('./dates.js');

// The first due dates of a monthly subscription, from its first day on.
function dueDates(start, count) {
  const dates = [];
  for (let i = 0; i < count; i++) dates.push(addMonths(start, i));
  return dates;
}

module.exports = { dueDates };
