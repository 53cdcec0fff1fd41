import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { Refusal } from '../errors.ts'

// Each takes a tenth of a second, so this is some ten seconds' worth.
const WAITING_MAX = 100

/** How passwords are hashed and compared: by scrypt, 16 MiB and a tenth of a second each. */
export interface Hashing {
  hash(password: string): Promise<string>
  verify(compared: { hash: string; password: string }): Promise<boolean>
}

/**
 * Hashes one password at a time. Node does it in four threads that files, names and new connections to the database
 * need, too: whoever tries many passwords at once would keep all of that waiting.
 * @returns what throws a `busy` refusal when too many wait.
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
