/** Returns the environment variables that each program of a test needs: paths of programs and folders. */
export function programVariables(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, CACHE_DIR, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, TMPDIR, CACHE_DIR, NODE_COMPILE_CACHE }
}
