import { Anchor, SimpleGrid } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../base/paths.ts'
import { CopyText } from '../../ui/text/CopyButton.tsx'
import { Fact } from '../../ui/text/Fact.tsx'
import { bytes, count, duration } from '../../ui/text/numbers.ts'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { Section } from '../../ui/page/Section.tsx'
import type { Job } from '../../api/jobs.ts'
import { MODE_LABELS } from '../../labels/jobs.ts'

/** Fields of a job. */
export function JobFacts({ job }: { job: Job }) {
  const isCharged = job.status === 'completed' && !job.isTest
  return (
    <Section title="Details">
      <SimpleGrid component="dl" cols={{ base: 1, xs: 2, md: 3 }} spacing="lg" verticalSpacing="md" m={0}>
        <Fact name="Job ID">
          <CopyText value={job.jobId} label="Copy job ID" />
        </Fact>
        <Fact name="Template">
          {job.templateExists ? (
            <Anchor component={Link} to={paths.template(job.templateId)}>
              {job.templateName}
            </Anchor>
          ) : (
            `${job.templateName} (deleted)`
          )}
          {job.templateVersion !== null && `, version ${job.templateVersion}`}
        </Fact>
        <Fact name="API key">
          {job.keyName ?? 'Dashboard'}
          {job.isTest && ' (test)'}
        </Fact>
        <Fact name="Mode">{MODE_LABELS[job.mode]}</Fact>
        <Fact name="Pages and credits">
          {isCharged ? `${count(job.pagesGenerated)}, charged` : `${count(job.pagesGenerated)}, not charged`}
        </Fact>
        {job.sheets !== null && <Fact name="Sheets">{count(job.sheets)}</Fact>}
        {job.size !== null && <Fact name="Size">{bytes(job.size)}</Fact>}
        <Fact name="Created">
          <RelativeTime at={job.createdAt} />
        </Fact>
        <Fact name="Ended">
          {job.completedAt === null ? 'Not yet' : <RelativeTime at={job.completedAt} />}
        </Fact>
        <Fact name="Duration">{job.durationMs === null ? '–' : duration(job.durationMs)}</Fact>
        {job.attempts > 0 && <Fact name="Attempts">{count(job.attempts)}</Fact>}
        {job.expiresAt !== null && (
          <Fact name="PDF link">
            {job.pdfUrl === null ? 'Expired ' : 'Expires '}
            <RelativeTime at={job.expiresAt} />
          </Fact>
        )}
      </SimpleGrid>
    </Section>
  )
}
