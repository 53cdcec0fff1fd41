import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const AUDIT_LIMIT_MS = 60_000
const GRAVE = ['high', 'critical']

interface Audit {
  auditReportVersion?: number
  message?: string
  vulnerabilities?: Record<string, { severity: string; via: (string | { title: string; url: string })[] }>
}

describe("the service's dependencies", () => {
  it('have no advisory of high or critical severity', async (t) => {
    const audit = await runAudit()
    if (audit.auditReportVersion === undefined) {
      t.skip(`The registry gave no advisories: ${audit.message ?? 'no answer'}`)
      return
    }
    assert.deepEqual(graveOf(audit), [])
  })

  it("the test reads npm's verdict on each package", () => {
    const via = [{ title: 'Remote code', url: 'https://example.com' }]
    const vulnerabilities = {
      bad: { severity: 'critical', via },
      poor: { severity: 'high', via: ['bad'] },
      fair: { severity: 'moderate', via },
    }
    assert.deepEqual(graveOf({ auditReportVersion: 2, vulnerabilities }), [
      'bad: critical, Remote code',
      'poor: high, bad',
    ])
  })
})

function graveOf({ vulnerabilities = {} }: Audit): string[] {
  return Object.entries(vulnerabilities)
    .filter(([, { severity }]) => GRAVE.includes(severity))
    .map(
      ([name, { severity, via }]) =>
        `${name}: ${severity}, ${via.map((by) => (typeof by === 'string' ? by : by.title)).join(', ')}`,
    )
}

/** The report of `npm audit`. A registry without advisories returns npm's error, which is JSON too. */
async function runAudit(): Promise<Audit> {
  return await new Promise((resolve) => {
    execFile(
      'npm',
      ['audit', '--json', '--omit=dev'],
      { cwd: ROOT, timeout: AUDIT_LIMIT_MS, maxBuffer: 2 ** 26 },
      (error, stdout) => {
        try {
          resolve(JSON.parse(stdout))
        } catch {
          resolve({ message: error?.message ?? 'npm said nothing that can be read' })
        }
      },
    )
  })
}
