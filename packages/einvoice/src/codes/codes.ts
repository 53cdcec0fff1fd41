/** Parses a list of codes that are separated by white space. */
export function codes(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}
