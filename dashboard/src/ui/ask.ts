/** A question that waits for yes or no. */
export interface Question {
  title: string
  /** What will happen, naming the thing. */
  message: string
  /** On the button that says yes: a verb. */
  confirm: string
  danger?: boolean
  /** To be typed first, where nothing can be had back. */
  typed?: string
}

/** One that is being asked. */
export interface Asked extends Question {
  answer: (yes: boolean) => void
}

let asked: Asked | undefined
let hasBeen = false
const listeners = new Set<() => void>()

/** Asks in a dialog and gives the answer; false where it is closed. */
export function ask(question: Question): Promise<boolean> {
  asked?.answer(false)
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      set(undefined)
      resolve(yes)
    }
    set({ ...question, answer })
  })
}

/** The question that waits, for `Asking`, which shows it. */
export const waiting = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  get: () => asked,
  /** Whether there has been one since the page was loaded. */
  wasAsked: () => hasBeen,
}

function set(next: Asked | undefined): void {
  asked = next
  hasBeen = true
  for (const listener of listeners) listener()
}
