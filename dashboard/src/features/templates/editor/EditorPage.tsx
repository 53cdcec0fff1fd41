import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router'
import { meQuery } from '../../../api/me.ts'
import { queryClient } from '../../../api/query-client.ts'
import { draftKeys } from '../../../drafts/keys.ts'
import { readDraft, removeDraft, type StoredDraft } from '../../../drafts/store.ts'
import { templateQuery } from '../queries.ts'
import { isSame, type KeptTexts } from './use-draft.ts'
import { Workbench } from './Workbench.tsx'

/** Reads the template as it is saved now, and unsaved changes that this browser has kept. */
export async function loader({ params }: LoaderFunctionArgs) {
  const templateId = params['templateId'] ?? ''
  const template = await queryClient.fetchQuery({ ...templateQuery(templateId), staleTime: 0 })
  const { account } = await queryClient.ensureQueryData(meQuery)
  const draft = await readDraft<KeptTexts>(account.userId, draftKeys.template(templateId))
  if (draft && isSame(draft.value, template)) {
    // It was saved in another tab, or the page was closed while it was saved.
    await removeDraft(account.userId, draft.key)
    return { restored: undefined }
  }
  return { restored: draft }
}

/** One template: its source, data to try it with, and the PDF that it makes. */
export function Component() {
  const { templateId = '' } = useParams()
  // Another template begins without the state of this one.
  return <TemplateEditor key={templateId} templateId={templateId} />
}

function TemplateEditor({ templateId }: { templateId: string }) {
  const { restored } = useLoaderData<{ restored: StoredDraft<KeptTexts> | undefined }>()
  const { data: template } = useQuery(templateQuery(templateId))
  const [round, setRound] = useState(0)
  /** Takes what the service has, in place of what is being written. */
  const reload = async () => {
    await queryClient.fetchQuery({ ...templateQuery(templateId), staleTime: 0 })
    setRound((count) => count + 1)
  }

  if (!template) {
    return (
      <Stack data-wide>
        <Skeleton height={36} width={280} />
        <Skeleton height={480} />
      </Stack>
    )
  }
  return (
    <Workbench
      key={round}
      template={template}
      restored={round === 0 ? restored : undefined}
      onReload={reload}
    />
  )
}
