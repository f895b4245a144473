package org

import (
	"errors"
	"fmt"
)

// Errors that someone acts on. They are compared with errors.Is.
var (
	// ErrNoWork says that nothing can be claimed now.
	ErrNoWork = errors.New("no work")
	// ErrNotFound says that the named thing does not exist.
	ErrNotFound = errors.New("not found")
	// ErrLeaseLost says that a claim was taken away: drop the work.
	ErrLeaseLost = errors.New("lease lost")
	// ErrModelUnusable says that the project ends for want of a usable model.
	ErrModelUnusable = errors.New("model unusable")
	// ErrCallCap says that the project has made all the model calls it may.
	ErrCallCap = errors.New("call cap reached")
	// ErrStopped says that the project is paused or has ended, so that no call
	// may be made for it.
	ErrStopped = errors.New("the project is stopped")
	// ErrDisk says that nothing can be stored now: try the same again later.
	// ErrDiskFull, ErrDiskFails, ErrServerAway, ErrBusy and ErrStorage are such
	// errors.
	ErrDisk = errors.New("the disk takes no writes")
	// ErrDiskFull says that nothing can be stored until there is room again.
	ErrDiskFull error = diskError("the disk is full: nothing is lost, and work goes on by itself when there is room")
	// ErrDiskFails says that a write or sync failed.
	ErrDiskFails error = diskError("the disk fails to write: nothing is lost, and work goes on by itself when it writes again; if it does not, look at the machine's log")
	// ErrServerAway says that the database's server cannot be reached.
	ErrServerAway error = diskError("the database server cannot be reached: nothing is lost, and work goes on by itself when it answers again; if it does not, look at the server")
	// ErrBusy says that others kept the database from taking a write in time.
	ErrBusy error = diskError("the database is kept busy: nothing is lost, and work goes on by itself when it is free; if it does not, look for a process that was stopped in the middle of a write")
	// ErrStorage says that the database does not work for another reason.
	ErrStorage error = diskError("the database does not work: nothing is lost, and work goes on by itself when it does; if it does not, look at what the database says")
	// ErrInDoubt says that a commit broke off, so that it is not known whether
	// something was stored.
	ErrInDoubt = errors.New("it is not known whether it was stored")
	// ErrRefused says that a rule of the database forbids what was to be
	// stored: the same again is refused again.
	ErrRefused = errors.New("the database refuses it")
	// ErrNoModel says that a stage needs a model and none is configured.
	ErrNoModel = errors.New("no model")
	// ErrReserved says that a project is one of those that belong to the company itself.
	ErrReserved = errors.New("it is reserved")
	// ErrBudget says that a cap of the founder's leaves no room for a call.
	ErrBudget = errors.New("the founder's cap is reached")
	// ErrBadSchedule says that a schedule's expression, zone or rule cannot be used.
	ErrBadSchedule = errors.New("not a schedule")
	// ErrForgotten says that something was kept once and no longer is.
	ErrForgotten = errors.New("it is no longer kept")
	// ErrConflict says that the thing is in a state that forbids the change.
	ErrConflict = errors.New("not possible in this state")
)

// UnknownError is an ErrNotFound that says what was asked for by which name, so
// that whoever shows it can say so in a founder's words.
type UnknownError struct {
	What string // project, step, step or project, question
	Name string
}

// Error says what was not found.
func (e *UnknownError) Error() string { return fmt.Sprintf("%s %q: %v", e.What, e.Name, ErrNotFound) }

// Is makes it an ErrNotFound.
func (e *UnknownError) Is(target error) bool { return target == ErrNotFound }

// diskError says why nothing can be stored.
type diskError string

// Error returns the reason.
func (e diskError) Error() string { return string(e) }

// Is makes it an ErrDisk.
func (e diskError) Is(target error) bool { return target == ErrDisk }
