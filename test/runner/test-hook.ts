import { type AsyncHook, createHook } from 'node:async_hooks'

/** The async hook of `node:test`, which maps each promise to the test that has created it. */
export interface TestHook {
  /** Turns it on: `describe` and `it` find their suite through it. It is on at first. */
  enable(): void
  /** Turns it off: while tests run it takes a twentieth of the processor time. */
  disable(): void
}

/** Gives access to the hook. `node:test` itself does not. Must be called before the first test is declared. */
export function interceptTestHook(): TestHook {
  const prototype: AsyncHook = Object.getPrototypeOf(createHook({}))
  const original = Object.getOwnPropertyDescriptor(prototype, 'enable') ?? {}
  const intercepted: AsyncHook[] = []
  prototype.enable = function () {
    intercepted.push(this)
    Object.defineProperty(prototype, 'enable', original)
    return this.enable()
  }
  return {
    enable: () => void intercepted[0]?.enable(),
    disable: () => void intercepted[0]?.disable(),
  }
}
