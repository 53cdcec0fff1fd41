import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router'
import { meQuery } from '../../../api/me.ts'
import { queryClient } from '../../../api/query-client.ts'
import { backupKeys } from '../../../backups/keys.ts'
import { readBackup, removeBackup, type StoredBackup } from '../../../backups/store.ts'
import { templateQuery } from '../../../api/templates.ts'
import { isSame, type TemplateBackup } from '../use-editor-texts.ts'
import { TemplateEditor } from './TemplateEditor.tsx'

/** Reads the saved version of the template, and its backup in this browser. */
export async function loader({ params }: LoaderFunctionArgs) {
  const templateId = params['templateId'] ?? ''
  const template = await queryClient.fetchQuery({ ...templateQuery(templateId), staleTime: 0 })
  const { account } = await queryClient.ensureQueryData(meQuery)
  const backup = await readBackup<TemplateBackup>(account.userId, backupKeys.template(templateId))
  if (backup && isSame(backup.value, template)) {
    // The backup was saved in another tab, or the page was closed while it was being saved.
    await removeBackup(account.userId, backup.key)
    return { restored: undefined }
  }
  return { restored: backup }
}

/** Page of one template: source, sample data and PDF. */
export function Component() {
  const { templateId = '' } = useParams()
  // The key resets the state for another template.
  return <OpenTemplate key={templateId} templateId={templateId} />
}

function OpenTemplate({ templateId }: { templateId: string }) {
  const { restored } = useLoaderData<{ restored: StoredBackup<TemplateBackup> | undefined }>()
  const { data: template } = useQuery(templateQuery(templateId))
  const [reloads, setReloads] = useState(0)
  /** Replaces the texts in the editor by the saved version. */
  const reload = async () => {
    await queryClient.fetchQuery({ ...templateQuery(templateId), staleTime: 0 })
    setReloads((count) => count + 1)
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
    <TemplateEditor
      key={reloads}
      template={template}
      restored={reloads === 0 ? restored : undefined}
      onReload={reload}
    />
  )
}
