// Package reports is the vocabulary of what people are told: deliveries with their facts,
// a project as its thread shows it, and the answers to what founders and operators ask. It
// holds ids and figures; package bot/messages makes the words. Like package org it does
// no I/O and reads no clock.
package reports
