/** How the process that draws ends where there is nothing to draw. */
export const EXITS = { noSuchSheet: 2, locked: 3 } as const
