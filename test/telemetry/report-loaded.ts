// Loaded by `--import` before a process's own program. Reports on standard output which other files the process loads.
import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, next) {
    process.stdout.write(`loaded ${url}\n`)
    return next(url, context)
  },
})
