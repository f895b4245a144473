package org

// MemoID names one message between departments ("k12").
type MemoID string
