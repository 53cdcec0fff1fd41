// Loaded by `--import` before a process's own program: says on its standard output what else it loads.
import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, next) {
    process.stdout.write(`loaded ${url}\n`)
    return next(url, context)
  },
})
