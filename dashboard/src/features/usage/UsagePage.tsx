import { Anchor, SegmentedControl, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconChartBar } from '@tabler/icons-react'
import { type LoaderFunctionArgs, Link, useSearchParams } from 'react-router'
import { queryClient } from '../../api/query-client.ts'
import { paths } from '../../paths.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { NothingYet } from '../keys/NothingYet.tsx'
import { ByDay } from './ByDay.tsx'
import { ByKey, ByTemplate } from './ByWhom.tsx'
import { Durations } from './Durations.tsx'
import { Failures } from './Failures.tsx'
import { Figures } from './Figures.tsx'
import { DEFAULT_RANGE, RANGES, type Usage, usageQuery } from './usage.ts'

/** Begins to read the usage of the range that the address names. */
export function loader({ request }: LoaderFunctionArgs): null {
  void queryClient.prefetchQuery(usageQuery(daysFrom(new URL(request.url).searchParams)))
  return null
}

/** What the account has made, by day, template, key, reason and time. */
export function Component() {
  const [search, setSearch] = useSearchParams()
  const days = daysFrom(search)
  const { data: usage, isPlaceholderData } = useQuery(usageQuery(days))
  return (
    <>
      <PageHeader
        title="Usage"
        description={
          <>
            What was made, by the day on which it was finished
            {usage && (
              <>
                , in{' '}
                <Anchor component={Link} to={paths.settings()} inherit>
                  your account’s time zone
                </Anchor>{' '}
                ({usage.timeZone})
              </>
            )}
            .
          </>
        }
        actions={
          <SegmentedControl
            aria-label="Range"
            data={RANGES}
            value={String(days)}
            onChange={(value) =>
              setSearch(value === DEFAULT_RANGE ? {} : { days: value }, { preventScrollReset: true })
            }
          />
        }
      />
      {usage ? (
        <div style={{ opacity: isPlaceholderData ? 0.6 : 1 }} aria-busy={isPlaceholderData}>
          {isNothing(usage) ? (
            <NothingYet
              icon={<IconChartBar size={32} stroke={1.4} aria-hidden />}
              title="Nothing was made in these days"
              description="Every page that you make is one credit, and one more here. A PDF is one call away:"
            />
          ) : (
            <Sections usage={usage} />
          )}
        </div>
      ) : (
        <Stack gap="lg" aria-busy aria-label="Usage is being read">
          <Skeleton height={92} />
          <Skeleton height={360} />
          <Skeleton height={240} />
        </Stack>
      )}
    </>
  )
}

function Sections({ usage }: { usage: Usage }) {
  return (
    <Stack gap="lg">
      <Figures usage={usage} />
      <ByDay usage={usage} />
      <ByTemplate usage={usage} />
      <ByKey usage={usage} />
      <Failures usage={usage} />
      <Durations usage={usage} />
    </Stack>
  )
}

function isNothing({ days, templates }: Usage): boolean {
  return templates.length === 0 && days.every(({ pages }) => pages === 0)
}

function daysFrom(search: URLSearchParams): number {
  const wanted = search.get('days')
  return Number(RANGES.find(({ value }) => value === wanted)?.value ?? DEFAULT_RANGE)
}
