// Loaded before a process of the service. Shifts its clock by CLOCK_AHEAD_MS. Timers are not affected, because they use
// a monotonic clock.

const aheadMs = Number(process.env['CLOCK_AHEAD_MS'])
const Right = Date

globalThis.Date = new Proxy(Right, {
  construct: (_, values: [], caller) =>
    Reflect.construct(Right, values.length > 0 ? values : [now()], caller),
  get: (_, name) => (name === 'now' ? now : Reflect.get(Right, name)),
})

function now(): number {
  return Right.now() + aheadMs
}
