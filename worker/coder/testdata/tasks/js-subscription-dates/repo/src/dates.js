'use strict';

// Dates are text such as '2024-01-31'.
function parse(text) {
  const [year, month, day] = text.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day));
}

function show(date) {
  return date.toISOString().slice(0, 10);
}

function addMonths(text, months) {
  const date = parse(text);
  date.setUTCMonth(date.getUTCMonth() + months);
  return show(date);
}

module.exports = { parse, show, addMonths };
