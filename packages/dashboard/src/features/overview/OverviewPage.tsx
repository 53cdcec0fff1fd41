import { Anchor, Button, Skeleton, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { prefetchIfAllowed, useMay } from '../../api/me.ts'
import { queryClient } from '../../api/query-client.ts'
import { paths } from '../../base/paths.ts'
import { Can, RoleNotice } from '../../layout/Can.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { jobsQuery } from '../../api/jobs.ts'
import { keysQuery } from '../../api/keys.ts'
import { TemplateCards } from '../templates/list/TemplateCards.tsx'
import { templatesQuery } from '../../api/templates.ts'
import { Figures } from './Figures.tsx'
import { LatestJobs } from './LatestJobs.tsx'

// Not part of the first load: only new accounts need it.
const FirstSteps = lazy(async () => ({ default: (await import('./FirstSteps.tsx')).FirstSteps }))

const LATEST_TEMPLATES = 4

const latestTemplates = templatesQuery({ search: '', sort: 'updated', page: 1 })
const latestJobs = jobsQuery({ limit: '6' })

/** Prefetches templates, jobs and keys. */
export function loader(): null {
  void prefetchIfAllowed('content:read', () => queryClient.prefetchQuery(latestTemplates)).catch(() => {})
  void prefetchIfAllowed('jobs:read', () => queryClient.prefetchQuery(latestJobs)).catch(() => {})
  void prefetchIfAllowed('keys:read', () => queryClient.prefetchQuery(keysQuery)).catch(() => {})
  return null
}

/** Overview: first steps for new accounts, latest jobs and templates. */
export function Component() {
  const mayRead = useMay('content:read')
  const mayWrite = useMay('content:write')
  const templates = useQuery({ ...latestTemplates, enabled: mayRead }).data
  const jobs = useQuery({ ...latestJobs, enabled: mayRead }).data?.jobs
  const keys = useQuery({ ...keysQuery, enabled: mayRead }).data
  const isLoaded = templates !== undefined && jobs !== undefined && keys !== undefined
  // The list has no archived templates: an account with a key and jobs may have archived all.
  const hasSteps = mayWrite && isLoaded && (keys.length === 0 || jobs.length === 0)
  // The steps stay while the page is open, so that the PDF of the first call stays visible.
  const [isNew, setIsNew] = useState(false)
  if (hasSteps && !isNew) setIsNew(true)
  return (
    <>
      <PageHeader
        title="Overview"
        actions={
          <Can permission="content:write">
            <Button
              component={Link}
              to={paths.newTemplate()}
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              New template
            </Button>
          </Can>
        }
      />
      <RoleNotice permission="content:read" what="read its templates, calls and PDFs" />
      <Stack gap="lg">
        {isNew && isLoaded && (
          <Suspense fallback={<Skeleton height={420} radius="md" />}>
            <FirstSteps template={templates.templates[0]} hasKey={keys.length > 0} hasJob={jobs.length > 0} />
          </Suspense>
        )}
        <Figures
          templates={templates?.total}
          activeKeys={keys?.filter(({ status }) => status === 'active').length}
        />
        {mayRead && jobs?.length !== 0 && (
          <Section
            title="Latest jobs"
            actions={
              <Anchor component={Link} to={paths.jobs()} size="sm" underline="hover">
                All jobs
              </Anchor>
            }
          >
            <LatestJobs jobs={jobs} />
          </Section>
        )}
        {mayRead && templates?.total !== 0 && (
          <Section
            title="Latest templates"
            actions={
              <Anchor component={Link} to={paths.templates()} size="sm" underline="hover">
                All templates
              </Anchor>
            }
          >
            <TemplateCards templates={templates?.templates.slice(0, LATEST_TEMPLATES)} />
          </Section>
        )}
      </Stack>
    </>
  )
}
