import { Anchor, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { RequestDetail } from '../../api/requests.ts'
import { paths } from '../../base/paths.ts'
import { Section } from '../../ui/page/Section.tsx'
import { CurlExample } from '../keys/CurlExample.tsx'
import { CodeTabs } from '../templates/use/CodeTabs.tsx'

const METHODS_WITH_BODY = ['POST', 'PUT', 'PATCH']

/** Code that makes the call again: with its body if it was kept. */
export function RequestCode({ request }: { request: RequestDetail }) {
  const { method, path, requestBody, route, templateId, templateName } = request
  if (requestBody !== null || !METHODS_WITH_BODY.includes(method)) {
    const call = {
      baseUrl: window.location.origin,
      method,
      path: encodeURI(path),
      body: requestBody ?? undefined,
    }
    return (
      <Section
        title="Code"
        description="Makes the same call. Set the environment variable PLATEN_API_KEY to your API key. Query parameters and passwords are not kept."
      >
        <CodeTabs call={call} />
      </Section>
    )
  }
  return (
    <Section title="Code">
      <Stack gap="sm">
        <Text>
          {request.requestBodyNote ?? 'The body of this call was not kept.'}{' '}
          <Anchor component={Link} to={paths.settings()} inherit>
            Settings
          </Anchor>{' '}
          has a switch that keeps the bodies of new calls.
        </Text>
        {route === '/v1/pdf/generate' && templateId !== null && templateName !== null && (
          <CurlExample templateId={templateId} />
        )}
      </Stack>
    </Section>
  )
}
