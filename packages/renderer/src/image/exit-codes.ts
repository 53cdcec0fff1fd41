/** Exit codes of the drawing process when nothing can be drawn. */
export const EXIT_CODES = { noSuchSheet: 2, locked: 3 } as const
