/** Prefixes that the code uses, by namespace. Documents may use other prefixes. */
export const PREFIXES: Record<string, string> = {
  'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2': 'ubl',
  'urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2': 'cn',
  'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2': 'cac',
  'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2': 'cbc',
  'urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2': 'ext',
  'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100': 'rsm',
  'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100': 'ram',
  'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100': 'udt',
  'urn:un:unece:uncefact:data:standard:QualifiedDataType:100': 'qdt',
}

/** Returns the declarations of the namespaces of some prefixes, as attributes. */
export function declarationsOf(prefixes: readonly string[]): Record<string, string> {
  const uris = Object.entries(PREFIXES).filter(([, prefix]) => prefixes.includes(prefix))
  return Object.fromEntries(uris.map(([uri, prefix]) => [`xmlns:${prefix}`, uri]))
}
