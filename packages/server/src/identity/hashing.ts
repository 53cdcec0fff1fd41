import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { Refusal } from '@platen/template/refusal'

// Each takes 0.1 s, so the last one waits about 10 s.
const WAITING_MAX = 100

/** Hashes and verifies passwords by scrypt. Each takes 16 MiB and 0.1 s. */
export interface PasswordHasher {
  hash(password: string): Promise<string>
  verify(compared: { hash: string; password: string }): Promise<boolean>
}

/**
 * Creates a hasher that runs one hash at a time. Node runs scrypt on four threads that file access, DNS and new
 * database connections also need. Concurrent hashes would block all of these.
 * @returns a hasher that throws a `busy` refusal when the queue is full.
 */
export function createPasswordHasher(): PasswordHasher {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  const enqueue = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (waiting >= WAITING_MAX) {
      throw new Refusal('busy', 'Too many sign-ins at the moment. Please try again.')
    }
    waiting += 1
    const result = last.then(work).finally(() => (waiting -= 1))
    last = result.catch(() => {})
    return await result
  }
  return {
    hash: (password) => enqueue(() => hashPassword(password)),
    verify: ({ hash, password }) => enqueue(() => verifyPassword({ hash, password })),
  }
}
