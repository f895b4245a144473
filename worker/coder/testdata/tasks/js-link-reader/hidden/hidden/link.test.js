'use strict';
const test = require('node:test');
const assert = require('node:assert');
const { read } = require('../src/link.js');

const same = (link, want) => test(link, () => assert.deepEqual({ ...read(link) }, want));

same('/?tag=a&tag=b', { tag: ['a', 'b'] });
same('/?tag=c&x=1&tag=a&tag=b', { tag: ['c', 'a', 'b'], x: '1' });
same('/?tag=&tag=b', { tag: ['', 'b'] });
same('/?t%61g=a+b&tag=c%26d', { tag: ['a b', 'c&d'] });
same('/?tag=a', { tag: 'a' });
same('/?a=1&b=2', { a: '1', b: '2' });
same('/?tag=a&tag=a', { tag: ['a', 'a'] });
same('/?x=&x', { x: ['', ''] });
