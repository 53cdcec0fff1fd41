const EN_16931 = 'urn:cen.eu:en16931:2017'
const XRECHNUNG = `${EN_16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`
const PEPPOL = `${EN_16931}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`

/** Values that the Ant file of the configuration sets. */
const VALUES: Readonly<Record<string, string>> = {
  'cen.spec.id': EN_16931,
  'xrechnung.version': '3.0.2',
  'xrechnung.spec.id': XRECHNUNG,
  'xrechnung.extension.id': `${XRECHNUNG}#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0`,
  'xrechnung.cvd.id': `${XRECHNUNG}#compliant#urn:xeinkauf.de:kosit:xrechnung:cvd_0.9`,
  'ubl.version': '2.1',
  'cii.version': 'D16B',
  'build.date': '2026-01-31',
}
const SCENARIO = /<scenario>[^]*?<\/scenario>/g

/**
 * Sets the values in KoSIT's scenarios for XRechnung, and adds scenarios for Peppol BIS 3, which have the rules of Peppol
 * in place of those of XRechnung.
 */
export function writeScenarios(source: string): string {
  const filled = source
    .replaceAll(/@([a-z.]+)@/g, (_, name: string) => VALUES[name] ?? 'unknown')
    // The rules of XRechnung are in the same folder as those of CEN.
    .replaceAll(/resources\/xrechnung\/[\d.]+\/xsl\/XRechnung-(UBL|CII)/g, (_, syntax: string) =>
      syntax === 'UBL' ? 'resources/ubl/2.1/xsl/XRechnung-UBL' : 'resources/cii/16b/xsl/XRechnung-CII',
    )
  const scenarios = filled.match(SCENARIO) ?? []
  const forPeppol = scenarios
    .filter((scenario) => scenario.includes(`'${XRECHNUNG}'`))
    .map((scenario) =>
      scenario
        .replaceAll(XRECHNUNG, PEPPOL)
        .replaceAll(/XRechnung-(UBL|CII)-validation/g, 'PEPPOL-EN16931-$1')
        .replaceAll(/<customLevel[^>]*>[^<]*<\/customLevel>/g, '')
        .replaceAll(/<name>EN16931 XRechnung/g, '<name>Peppol BIS 3'),
    )
  return filled.replace('<scenario>', `${forPeppol.join('\n')}\n<scenario>`)
}
