import { findClone, type Repository } from '../../clones.ts'

export { readFiles, type Repository } from '../../clones.ts'

/**
 * Repositories of the official suites, with the commits that the exceptions were written for. Their licence (EUPL-1.2)
 * does not allow a copy here.
 */
export const REPOSITORIES = {
  cen: { name: 'ConnectingEurope/eInvoicing-EN16931', commit: 'b6c9e06a59812fb1a83585da40923b3678a649ad' },
  testsuite: { name: 'itplr-kosit/xrechnung-testsuite', commit: '5528afafa9968eb67840da3ced0caf15f8d90a7a' },
  schematron: {
    name: 'itplr-kosit/xrechnung-schematron',
    commit: '3098f3da447b9c435c969158a576573bca09afbe',
  },
  peppol: { name: 'OpenPEPPOL/peppol-bis-invoice-3', commit: '78d7f7dfa223f39f8ebd8d35c127f2690e646322' },
  validator: { name: 'itplr-kosit/validator', commit: '6ac5167f2acad27df31263867e61d6698815c043' },
  configuration: {
    name: 'itplr-kosit/validator-configuration-xrechnung',
    commit: '6faac15d697acfecb660b955962d90cd0d6ff4be',
  },
} as const satisfies Record<string, Repository>

/** Returns the git directory of a repository below the folder `EINVOICE_SUITES`. `undefined` if it is missing. */
export function findRepository(repository: Repository): string | undefined {
  return findClone('EINVOICE_SUITES', repository)
}
