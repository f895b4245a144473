'use strict';

// A file holds one task a line: "- text" or, once it is done, "x text".
function parse(text) {
  return text.split('\n').filter((l) => l !== '').map((l) => ({ done: l.startsWith('x '), text: l.slice(2) }));
}

function format(tasks) {
  return tasks.map((t) => `${t.done ? 'x' : '-'} ${t.text}\n`).join('');
}

function show(tasks) {
  return tasks.map((t, i) => `${i + 1}. [${t.done ? 'x' : ' '}] ${t.text}`);
}

module.exports = { parse, format, show };
