/** Returns the variables that each program of a test needs: where it finds others, and where its files go. */
export function programVariables(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, CACHE_DIR, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, TMPDIR, CACHE_DIR, NODE_COMPILE_CACHE }
}
