#!/usr/bin/env node
// The command `weft`.
import "./cli/entry.ts";
