'use strict';

function decode(text) {
  return decodeURIComponent(text.replace(/\+/g, ' '));
}

// The values after the question mark of a link, by name.
function read(link) {
  const values = {};
  const start = link.indexOf('?');
  if (start < 0) return values;
  const query = link.slice(start + 1).split('#')[0];
  for (const part of query.split('&')) {
    if (part === '') continue;
    const [name, ...rest] = part.split('=');
    values[decode(name)] = decode(rest.join('='));
  }
  return values;
}

module.exports = { read };
