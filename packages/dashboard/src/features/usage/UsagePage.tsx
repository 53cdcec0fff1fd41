import { Anchor, SegmentedControl, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconChartBar } from '@tabler/icons-react'
import { type LoaderFunctionArgs, Link, useSearchParams } from 'react-router'
import { queryClient } from '../../api/query-client.ts'
import { paths } from '../../base/paths.ts'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { EmptyPageWithCall } from '../keys/EmptyPageWithCall.tsx'
import { UsageByDay } from './UsageByDay.tsx'
import { UsageByKey, UsageByTemplate } from './UsageTables.tsx'
import { Durations } from './Durations.tsx'
import { Failures } from './Failures.tsx'
import { Figures } from './Figures.tsx'
import { type Usage, usageQuery } from '../../api/usage.ts'

/** Ranges that can be selected, in days up to today. */
const RANGES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
]
const DEFAULT_RANGE = '30'

/** Prefetches the usage of the range in the URL. */
export function loader({ request }: LoaderFunctionArgs): null {
  void queryClient.prefetchQuery(usageQuery(daysFrom(new URL(request.url).searchParams)))
  return null
}

/** Usage of the account by day, template, key, failure and duration. */
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
            Completed renders by day
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
          {isEmpty(usage) ? (
            <EmptyPageWithCall
              icon={<IconChartBar size={32} stroke={1.4} aria-hidden />}
              title="No renders in this period"
              description="Your renders appear here, by day, template and API key. Create an API key, then run the call below."
            />
          ) : (
            <Sections usage={usage} />
          )}
        </div>
      ) : (
        <Stack gap="lg" aria-busy aria-label="Loading usage">
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
      <UsageByDay usage={usage} />
      <UsageByTemplate usage={usage} />
      <UsageByKey usage={usage} />
      <Failures usage={usage} />
      <Durations usage={usage} />
    </Stack>
  )
}

function isEmpty({ days, templates }: Usage): boolean {
  return templates.length === 0 && days.every(({ pages }) => pages === 0)
}

function daysFrom(search: URLSearchParams): number {
  const days = search.get('days')
  return Number(RANGES.find(({ value }) => value === days)?.value ?? DEFAULT_RANGE)
}
