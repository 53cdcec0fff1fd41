import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { Refusal } from '../errors.ts'

// About 10 s of work, at 0.1 s each.
const WAITING_MAX = 100

/** Hashes and compares passwords by scrypt, with 16 MiB and 0.1 s each. */
export interface Hashing {
  hash(password: string): Promise<string>
  verify(compared: { hash: string; password: string }): Promise<boolean>
}

/**
 * Hashes one password at a time. Node runs scrypt in four threads that files, DNS and new database connections need
 * too: many attempts at once would block them.
 *
 * @returns functions that throw a `busy` refusal when too many calls wait
 */
export function createHashing(): Hashing {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (waiting >= WAITING_MAX) {
      throw new Refusal('busy', 'Too many people sign in at the moment. Please try again.')
    }
    waiting += 1
    const turn = last.then(work).finally(() => (waiting -= 1))
    last = turn.catch(() => {})
    return await turn
  }
  return {
    hash: (password) => inTurn(() => hashPassword(password)),
    verify: ({ hash, password }) => inTurn(() => verifyPassword({ hash, password })),
  }
}
