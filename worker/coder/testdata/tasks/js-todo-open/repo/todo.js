'use strict';
const fs = require('node:fs');
const { parse, format, show } = require('./src/tasks.js');

function main(args) {
  const [command, file, number] = args;
  if (!file || !['list', 'done'].includes(command)) {
    console.error('usage: todo.js list FILE | done FILE NUMBER');
    return 2;
  }
  const tasks = parse(fs.readFileSync(file, 'utf8'));
  if (command === 'list') {
    for (const line of show(tasks)) console.log(line);
    return 0;
  }
  const task = tasks[Number(number) - 1];
  if (!task) {
    console.error(`there is no task ${number}`);
    return 1;
  }
  task.done = true;
  fs.writeFileSync(file, format(tasks));
  return 0;
}

process.exitCode = main(process.argv.slice(2));
