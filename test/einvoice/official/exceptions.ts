/** Rules that Platen has under another identifier. */
export const EQUIVALENTS: Record<string, readonly string[]> = {
  'PEPPOL-EN16931-CL001': ['BR-CL-24'],
  'PEPPOL-EN16931-CL002': ['BR-CL-19'],
  'PEPPOL-EN16931-CL003': ['BR-CL-20'],
  'PEPPOL-EN16931-CL006': ['BR-CL-06'],
  'PEPPOL-EN16931-CL007': ['BR-CL-03', 'BR-CL-04', 'BR-CL-05'],
  'PEPPOL-EN16931-CL008': ['BR-CL-25'],
  'PEPPOL-EN16931-F001': ['PLATEN-TYPE'],
  'PEPPOL-EN16931-P0100': ['BR-CL-01'],
  'PEPPOL-EN16931-P0101': ['BR-CL-01'],
}

/** Rules that Platen does not check, with the reason. */
export const UNCHECKED: readonly (readonly [rules: RegExp, reason: string])[] = [
  [/^UBL-(?:SR|DT)-/, 'concerns XML constructs that the model does not have'],
  [/^PEPPOL-COMMON-R04[4-8]$/, 'is a warning about Italian identifiers'],
  [/^BR-DEX-|^BR-TMP-3$/, 'belongs to the extension of XRechnung, which the model does not have'],
  [/^BR-(?:DE|TMP)-CVD-/, 'belongs to the extension for clean vehicles, which the model does not have'],
]

/** Single cases whose result differs, with the reason. */
export const DIFFERENT: Record<string, string> = {}
