import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import type { RequestDetail } from '../../api/requests.ts'
import { RenderAgain } from '../jobs/RenderAgain.tsx'
import { dataIn } from './body.ts'

const RENDER_ROUTE = '/v1/pdf/generate'

/**
 * Button that opens the form of a new job with the template and the data of a call. Only for calls that render: others
 * would change or read content, for which the dashboard has pages.
 */
export function RunAgain({ request }: { request: RequestDetail }) {
  const { route, templateId, templateName, requestBody } = request
  const [isOpen, setIsOpen] = useState(false)
  if (route !== RENDER_ROUTE || templateId === null || templateName === null) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        Run again
      </Button>
      <RenderAgain
        job={{ templateId, templateName }}
        data={requestBody === null ? undefined : dataIn(requestBody)}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      />
    </>
  )
}
