/** Code whose tests are tested. */
export interface Subject {
  name: string
  /** Paths and patterns of the files that are mutated. */
  mutated: string[]
  /** Test files that run against each mutant. */
  tests: string[]
  /** Smallest score that passes, in percent: just below the one that an idle machine measures. */
  scoreMin: number
}

export const SUBJECTS: readonly Subject[] = [
  {
    name: 'ledger',
    mutated: [
      'packages/server/src/accounts/credits.ts',
      'packages/server/src/accounts/low-credits.ts',
      'packages/server/src/billing/ledger.ts',
      'packages/server/src/billing/payments.ts',
      'packages/server/src/generation/accept.ts',
      'packages/server/src/generation/generations.ts',
    ],
    tests: [
      'test/accounts/ledger.test.ts',
      'test/billing/booking.test.ts',
      'test/accounts/reservations.test.ts',
    ],
    scoreMin: 91,
  },
  {
    name: 'admission',
    mutated: ['packages/capacity/src/*.ts', 'packages/server/src/http/bodies/body-budget.ts'],
    tests: [
      'test/capacity/admission-limiter.unit.test.ts',
      'test/capacity/token-buckets.unit.test.ts',
      'test/http/body-budget.unit.test.ts',
      'test/capacity/fair-scheduler.unit.test.ts',
      'test/capacity/tenant-usage.unit.test.ts',
      'test/capacity/pausable-deadline.unit.test.ts',
    ],
    scoreMin: 86,
  },
  {
    name: 'egress',
    mutated: ['packages/renderer/src/egress/*.ts', 'packages/renderer/src/proxy/*.ts'],
    tests: [
      'test/egress/addresses.unit.test.ts',
      'test/egress/rules.unit.test.ts',
      'test/egress/connect.unit.test.ts',
      'test/rendering/egress/egress-session.unit.test.ts',
      'test/rendering/egress/refusal-counter.unit.test.ts',
      'test/egress/destinations.unit.test.ts',
      'test/rendering/egress/tab-proxy.test.ts',
    ],
    scoreMin: 88,
  },
  {
    name: 'pdf',
    mutated: [
      'packages/renderer/src/pdf/objects/{syntax,read,write,strings}.ts',
      'packages/renderer/src/pdf/merge/{merge,merge-state,part,structure,links,subset-names}.ts',
      'packages/renderer/src/pdf/sheets.ts',
    ],
    tests: [
      'test/rendering/pdf-core.unit.test.ts',
      'test/rendering/pdf-syntax.unit.test.ts',
      'test/rendering/pdf.unit.test.ts',
    ],
    scoreMin: 81,
  },
]

/** @throws if there is none. */
export function subjectNamed(name: string): Subject {
  const subject = SUBJECTS.find((each) => each.name === name)
  if (!subject) {
    throw new Error(`"${name}" is no subject. Use: ${SUBJECTS.map((each) => each.name).join(', ')}.`)
  }
  return subject
}
