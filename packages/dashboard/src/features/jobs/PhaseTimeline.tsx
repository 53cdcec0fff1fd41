import { Text, Tooltip } from '@mantine/core'
import { duration, share } from '../../ui/text/numbers.ts'
import type { Job } from '../../api/jobs.ts'
import classes from './PhaseTimeline.module.css'
import { PHASE_LABELS } from '../../labels/jobs.ts'

/** Row of the timeline. */
interface Step {
  id: string
  label: string
  meaning: string
  ms: number
  /** Start, in milliseconds since the start of the job. */
  from: number
}

/** Fields of a job, or of a call, that the timeline shows. */
type Timed = Pick<Job, 'phases' | 'durationMs' | 'mode' | 'completedAt'>

/** Timeline of the phases of a job or call. It is a table, so that screen readers can read it. */
export function PhaseTimeline({ job }: { job: Timed }) {
  const steps = stepsOf(job)
  const total = Math.max(job.durationMs ?? 0, ...steps.map(({ from, ms }) => from + ms))
  if (steps.length === 0) {
    return (
      <Text c="dimmed">
        {job.completedAt === null ? 'The phases appear when the job has ended.' : 'No phases were recorded.'}
      </Text>
    )
  }
  return (
    <table className={classes.table} aria-label="Duration by phase">
      <thead className={classes.head}>
        <tr>
          <th scope="col">Phase</th>
          <th scope="col">Timeline</th>
          <th scope="col">Duration</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ id, label, meaning, ms, from }) => (
          <tr key={id}>
            <Tooltip label={meaning} position="top-start">
              <th scope="row">{label}</th>
            </Tooltip>
            <td className={classes.lane} aria-label={`starts after ${duration(from)}`}>
              <span
                className={classes.bar}
                data-waiting={id === 'wait' || undefined}
                style={{ left: `${(from / total) * 100}%`, width: `max(2px, ${(ms / total) * 100}%)` }}
              />
            </td>
            <td className={classes.number}>{duration(ms)}</td>
            <td className={classes.number}>{share(ms, total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function stepsOf({ phases, durationMs, mode }: Timed): Step[] {
  const spent = phases.reduce((sum, { ms }) => sum + ms, 0)
  const waited = mode === 'async' && durationMs !== null ? Math.max(0, durationMs - spent) : 0
  const steps: Step[] =
    waited > 0 && phases.length > 0
      ? [
          {
            id: 'wait',
            label: 'Waiting',
            meaning: 'Time in the queue and in earlier attempts.',
            ms: waited,
            from: 0,
          },
        ]
      : []
  let from = waited
  for (const { phase, ms } of phases) {
    const { label = phase, meaning = '' } = PHASE_LABELS[phase] ?? {}
    steps.push({ id: phase, label, meaning, ms, from })
    from += ms
  }
  return steps
}
