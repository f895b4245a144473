'use strict';

class Notifier {
  #listeners = [];

  // Calls fn with each message, in the order in which the listeners came.
  on(fn) {
    this.#listeners.push(fn);
  }

  off(fn) {
    const i = this.#listeners.indexOf(fn);
    if (i >= 0) this.#listeners.splice(i, 1);
  }

  // Calls fn with the next message only.
  once(fn) {
    const wrapped = (message) => {
      this.off(wrapped);
      fn(message);
    };
    this.on(wrapped);
  }

  send(message) {
    for (let i = 0; i < this.#listeners.length; i++) {
      this.#listeners[i](message);
    }
  }
}

module.exports = { Notifier };
