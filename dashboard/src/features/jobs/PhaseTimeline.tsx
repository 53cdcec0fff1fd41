import { Text, Tooltip } from '@mantine/core'
import { duration, share } from '../../ui/numbers.ts'
import type { JobDetail } from './jobs.ts'
import classes from './PhaseTimeline.module.css'
import { PHASES } from './states.ts'

interface Step {
  id: string
  label: string
  meaning: string
  ms: number
  /** Milliseconds from the beginning. */
  from: number
}

/** A job's phases, one below the other, each where it was in time. It is a table, so it can be read out. */
export function PhaseTimeline({ job }: { job: JobDetail }) {
  const steps = stepsOf(job)
  const total = Math.max(job.durationMs ?? 0, ...steps.map(({ from, ms }) => from + ms))
  if (steps.length === 0) {
    return (
      <Text c="dimmed">
        {job.completedAt === null ? 'It has not ended yet.' : 'Nothing was measured of it.'}
      </Text>
    )
  }
  return (
    <table className={classes.table} aria-label="Time by phase">
      <thead className={classes.head}>
        <tr>
          <th scope="col">Phase</th>
          <th scope="col">When</th>
          <th scope="col">Time</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ id, label, meaning, ms, from }) => (
          <tr key={id}>
            <Tooltip label={meaning} position="top-start">
              <th scope="row">{label}</th>
            </Tooltip>
            <td className={classes.lane} aria-label={`after ${duration(from)}`}>
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

function stepsOf({ phases, durationMs, mode }: JobDetail): Step[] {
  const spent = phases.reduce((sum, { ms }) => sum + ms, 0)
  const waited = mode === 'async' && durationMs !== null ? Math.max(0, durationMs - spent) : 0
  const steps: Step[] =
    waited > 0 && phases.length > 0
      ? [
          {
            id: 'wait',
            label: 'Waiting',
            meaning: 'In the queue, and earlier attempts.',
            ms: waited,
            from: 0,
          },
        ]
      : []
  let from = waited
  for (const { phase, ms } of phases) {
    const { label = phase, meaning = '' } = PHASES[phase] ?? {}
    steps.push({ id: phase, label, meaning, ms, from })
    from += ms
  }
  return steps
}
