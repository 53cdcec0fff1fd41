import { Anchor, SimpleGrid } from '@mantine/core'
import { Link } from 'react-router'
import type { RequestDetail } from '../../api/requests.ts'
import { paths } from '../../base/paths.ts'
import { JOB_STATUSES } from '../../labels/jobs.ts'
import { Section } from '../../ui/page/Section.tsx'
import { CopyText } from '../../ui/text/CopyButton.tsx'
import { Fact } from '../../ui/text/Fact.tsx'
import { countOf, duration } from '../../ui/text/numbers.ts'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'

/** Fields of a call, with links to its key, template and render. */
export function RequestFacts({ request }: { request: RequestDetail }) {
  const { tokenId, keyName, templateId, templateName, renderId, renderStatus, route, cost } = request
  return (
    <Section title="Details">
      <SimpleGrid component="dl" cols={{ base: 1, xs: 2, md: 3 }} spacing="lg" verticalSpacing="md" m={0}>
        <Fact name="Request ID">
          <CopyText value={request.requestId} label="Copy request ID" />
        </Fact>
        <Fact name="Route">
          <Anchor component={Link} to={paths.requestsOfRoute(route)}>
            {route}
          </Anchor>
        </Fact>
        <Fact name="API key">
          {tokenId === null ? (
            'Not looked up: the service was busy'
          ) : (
            <Anchor component={Link} to={paths.requestsOfKey(tokenId)}>
              {keyName}
            </Anchor>
          )}
          {request.isTest && ' (test)'}
        </Fact>
        {templateId !== null && (
          <Fact name="Template">
            {templateName === null ? (
              `${templateId} (does not exist)`
            ) : (
              <Anchor component={Link} to={paths.template(templateId)}>
                {templateName}
              </Anchor>
            )}
          </Fact>
        )}
        {renderId !== null && (
          <Fact name="Render">
            {renderStatus === null ? (
              renderId
            ) : (
              <Anchor component={Link} to={paths.job(renderId)}>
                {JOB_STATUSES[renderStatus].label}
              </Anchor>
            )}
          </Fact>
        )}
        <Fact name="Cost">{cost === 0 ? 'Free' : countOf(cost, 'credit')}</Fact>
        <Fact name="Time">
          <RelativeTime at={request.createdAt} />
        </Fact>
        <Fact name="Duration">{duration(request.durationMs)}</Fact>
      </SimpleGrid>
    </Section>
  )
}
