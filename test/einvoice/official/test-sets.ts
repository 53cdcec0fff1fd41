import { childOf, type Element } from '../../../packages/einvoice/src/xml/element.ts'
import { parseXml } from '../../../packages/einvoice/src/xml/parse.ts'

/** Case of an official suite: a document, and a rule that it breaks or not. */
export interface Case {
  /** File with the number of the test: `BR-01.xml#2`. */
  readonly name: string
  readonly rule: string
  readonly isBroken: boolean
  readonly document: Element
}

const NAMESPACE = '{http://difi.no/xsd/vefa/validator/1.0}'

/** Reads the cases of a test set in the format of CEN and Peppol. */
export function casesOf(path: string, xml: string): Case[] {
  const root = parseXml(xml)
  const tests = root.children.filter(({ name }) => name === `${NAMESPACE}test`)
  return tests.flatMap((test, index) => {
    const document = test.children.find(({ name }) => name !== `${NAMESPACE}assert`)
    const expected = childOf(test, `${NAMESPACE}assert`)?.children ?? []
    if (!document) return []
    return expected
      .filter(({ name }) => /\}(?:success|error|warning|fatal)$/.test(name))
      .map(({ name, text }) => ({
        name: `${path.split('/').slice(-2).join('/')}#${index + 1}`,
        rule: text.trim(),
        isBroken: !name.endsWith('}success'),
        document,
      }))
  })
}
