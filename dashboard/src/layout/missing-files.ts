const missing = new WeakSet<object>()

// Vite tells of every file of the application that could not be loaded, with the error that is thrown for it.
window.addEventListener('vite:preloadError', ({ payload }) => missing.add(payload))

/** Whether an error is about a file of the application: there is no connection, or another version by now. */
export function isMissingFile(error: unknown): boolean {
  return typeof error === 'object' && error !== null && missing.has(error)
}
