'use strict';
const { merge } = require('./merge.js');

const defaults = {
  language: 'en',
  mail: { weekly: true, offers: false },
  tags: ['new'],
};

// The settings of a customer, given as the text of a JSON file.
function load(text) {
  return merge(defaults, JSON.parse(text));
}

module.exports = { defaults, load };
