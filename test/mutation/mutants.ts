import type { Subject } from './subjects.ts'

/** Folder of the reports. */
export const RESULTS_FOLDER = 'test-results/mutation'

/** A change to the code of a subject, and what its tests made of it. */
export interface Mutant {
  /** Relative path. */
  file: string
  line: number
  /** Kind of the change. */
  mutator: string
  /** Text that stands there instead. */
  replacement: string
  /** `not-covered`: no test runs the line. A test that does not end in time detects its mutant, too. */
  outcome: 'killed' | 'timed-out' | 'survived' | 'not-covered'
}

export interface SubjectReport {
  name: string
  /** Detected mutants in percent. */
  score: number
  scoreMin: number
  killed: number
  timedOut: number
  survived: number
  notCovered: number
  seconds: number
  /** Mutants that no test detects. */
  undetected: Mutant[]
}

/** Counts the mutants of a subject. */
export function reportOn({ name, scoreMin }: Subject, mutants: Mutant[], seconds: number): SubjectReport {
  const count = (outcome: Mutant['outcome']) => mutants.filter((mutant) => mutant.outcome === outcome).length
  const [killed, timedOut, survived, notCovered] = [
    count('killed'),
    count('timed-out'),
    count('survived'),
    count('not-covered'),
  ]
  return {
    name,
    score: Math.round((1_000 * (killed + timedOut)) / Math.max(mutants.length, 1)) / 10,
    scoreMin,
    killed,
    timedOut,
    survived,
    notCovered,
    seconds: Math.round(seconds),
    undetected: mutants.filter(({ outcome }) => outcome === 'survived' || outcome === 'not-covered'),
  }
}
