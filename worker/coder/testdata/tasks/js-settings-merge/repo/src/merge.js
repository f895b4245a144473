'use strict';

const isPlain = (x) => x !== null && typeof x === 'object' && !Array.isArray(x);

// Puts the values of extra over those of base, also in nested objects.
function merge(base, extra) {
  for (const key of Object.keys(extra)) {
    if (isPlain(base[key]) && isPlain(extra[key])) {
      merge(base[key], extra[key]);
    } else {
      base[key] = extra[key];
    }
  }
  return base;
}

module.exports = { merge };
