/**
 * Waits for `work`, at most until the signal aborts.
 *
 * @throws the signal's reason when that happens first
 */
export async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const refuse = () => reject(signal.reason)
  if (signal.aborted) refuse()
  signal.addEventListener('abort', refuse, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', refuse)
  }
}
