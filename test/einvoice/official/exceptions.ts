/** Rules that Platen has under another identifier. */
export const EQUIVALENTS: Record<string, readonly string[]> = {
  'PEPPOL-EN16931-CL001': ['BR-CL-24'],
  'PEPPOL-EN16931-CL002': ['BR-CL-19'],
  'PEPPOL-EN16931-CL003': ['BR-CL-20'],
  'PEPPOL-EN16931-CL006': ['BR-CL-06'],
  'PEPPOL-EN16931-CL007': ['BR-CL-03', 'BR-CL-04', 'BR-CL-05'],
  'PEPPOL-EN16931-CL008': ['BR-CL-25'],
  'PEPPOL-EN16931-F001': ['PLATEN-TYPE'],
  'PEPPOL-EN16931-R043-1': ['PEPPOL-EN16931-R043'],
  'PEPPOL-EN16931-R043-2': ['PEPPOL-EN16931-R043'],
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

const EMPTY = 'An element is empty: Platen reports it as missing.'
const MISSING = 'An amount or a quantity is missing, which BR-22 or BR-24 reports.'
const NO_VAT = 'The total VAT amount is missing, which XRechnung allows.'
const FRAGMENT = 'The value stands outside of the elements of an invoice.'

/** Single cases whose result differs, with the reason. */
export const DIFFERENT: Record<string, string> = {
  'unit-UBL-PEPPOL/PEPPOL-EN16931-R001.xml#1 PEPPOL-EN16931-R001': EMPTY,
  'unit-UBL-PEPPOL/PEPPOL-EN16931-R003.xml#1 PEPPOL-EN16931-R003': EMPTY,
  'unit-UBL-PEPPOL/PEPPOL-EN16931-R003.xml#2 PEPPOL-EN16931-R003': EMPTY,
  'unit-UBL-PEPPOL/PEPPOL-EN16931-R003.xml#3 PEPPOL-EN16931-R003': EMPTY,
  'unit-UBL-PEPPOL/PEPPOL-EN16931-R010.xml#1 PEPPOL-EN16931-R010': EMPTY,
  'unit-UBL-PEPPOL/PEPPOL-EN16931-R020.xml#1 PEPPOL-EN16931-R020': EMPTY,
  'unit-UBL-PEPPOL/PEPPOL-EN16931-R061.xml#1 PEPPOL-EN16931-R061': EMPTY,
  'unit-CII-PEPPOL/PEPPOL-EN16931-R001.xml#1 PEPPOL-EN16931-R001': EMPTY,
  'unit-CII-PEPPOL/PEPPOL-EN16931-R003.xml#1 PEPPOL-EN16931-R003': EMPTY,
  'unit-CII-PEPPOL/PEPPOL-EN16931-R003.xml#2 PEPPOL-EN16931-R003': EMPTY,
  'unit-CII-PEPPOL/PEPPOL-EN16931-R010.xml#1 PEPPOL-EN16931-R010': EMPTY,
  'unit-CII-PEPPOL/PEPPOL-EN16931-R020.xml#1 PEPPOL-EN16931-R020': EMPTY,
  'unit-CII-PEPPOL/PEPPOL-EN16931-R061.xml#1 PEPPOL-EN16931-R061': EMPTY,
  'unit-CII-PEPPOL/PEPPOL-EN16931-R002.xml#4 PEPPOL-EN16931-R002': EMPTY,
  'CreditNote-unit-UBL/BR-CL-18.xml#2 BR-CL-18':
    'A credit note with an invoice line, which the schema does not allow.',
  'CreditNote-unit-UBL/BR-CO-25.xml#2 BR-CO-25':
    'A credit note without type code: Platen recognizes credit notes by it.',
  'Invoice-unit-UBL/BR-CO-17.xml#9 BR-CO-17':
    'UBL excludes a difference of exactly 1, CII includes it. Platen has the rule of CII. BR-S-09 excludes it.',
  'cii-br-de-25-test-bg-19-with-bt-86-1.xml#4 BR-DE-25-b': 'The bank of the payer is not part of EN 16931.',
  'cii-br-de-25-test-bg-19-with-bt-86-2.xml#1 BR-DE-25-b': 'The bank of the payer is not part of EN 16931.',
  'ubl-inv-br-dex-01-extension_mime_code_test.xml#3 BR-DE-21':
    'The specification begins with that of XRechnung.',
  'ubl-cn-peppol-en16931-r040-r120-HUF-slack.xml#12 PEPPOL-EN16931-R120': MISSING,
  'ubl-inv-peppol-en16931-r040-r120-HUF-slack.xml#12 PEPPOL-EN16931-R120': MISSING,
  'unit-UBL-PEPPOL/PEPPOL-EN16931-R120.xml#11 PEPPOL-EN16931-R120': MISSING,
  'unit-CII-PEPPOL/PEPPOL-EN16931-CL001.xml#2 PEPPOL-EN16931-CL001': FRAGMENT,
  'unit-UBL-PEPPOL/PEPPOL-EN16931-CL001.xml#2 PEPPOL-EN16931-CL001': FRAGMENT,
  'unit-CII-PEPPOL/PEPPOL-EN16931-F001.xml#2 PEPPOL-EN16931-F001': FRAGMENT,
  'unit-CII-PEPPOL/PEPPOL-EN16931-F001.xml#3 PEPPOL-EN16931-F001': FRAGMENT,
  'unit-UBL-PEPPOL/PEPPOL-COMMON-EAS.xml#2 PEPPOL-EN16931-CL008': FRAGMENT,
  'unit-UBL-PEPPOL/PEPPOL-EN16931-P0100.xml#3 PEPPOL-EN16931-P0100':
    'Another process: Platen writes invoices of the process 01.',
  'unit-UBL-PEPPOL/PEPPOL-EN16931-P0101.xml#3 PEPPOL-EN16931-P0101':
    'Another process: Platen writes invoices of the process 01.',
  'unit-UBL-PEPPOL/PEPPOL-EN16931-R080.xml#4 PEPPOL-EN16931-R080':
    'The second project reference of a credit note has no identifier.',
  'unit-CII-PEPPOL/PEPPOL-EN16931-R053.xml#2 PEPPOL-EN16931-R053': NO_VAT,
}
