const missing = new WeakSet<object>()

// Vite dispatches this event for each file of the application that could not be loaded, with the error it throws.
window.addEventListener('vite:preloadError', ({ payload }) => missing.add(payload))

/** Returns true when a file of the application could not be loaded: no connection, or the dashboard was updated. */
export function isLoadError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && missing.has(error)
}
