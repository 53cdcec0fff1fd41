import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answered, api } from '../../../api/client.ts'
import type { Failure } from '../../../api/failure.ts'
import { SourceDifference } from '../versions/SourceDifference.tsx'
import type { Draft } from './use-draft.ts'

/** What to do when somebody else has saved in the meantime: nothing is lost before one has chosen. */
export function Conflict(props: {
  templateId: string
  conflict: Failure | undefined
  draft: Draft
  onClose: () => void
  onOverwrite: (revision: number) => void
  onTakeTheirs: () => Promise<void>
}) {
  return (
    <Modal
      opened={props.conflict !== undefined}
      onClose={props.onClose}
      size="xl"
      title="Somebody else has saved this template"
    >
      {props.conflict && <Choice {...props} conflict={props.conflict} />}
    </Modal>
  )
}

function Choice(props: {
  templateId: string
  conflict: Failure
  draft: Draft
  onClose: () => void
  onOverwrite: (revision: number) => void
  onTakeTheirs: () => Promise<void>
}) {
  const { templateId, conflict, draft } = props
  const [isLooking, setIsLooking] = useState(false)
  const clipboard = useClipboard()
  const { data: theirs } = useQuery({
    queryKey: ['templates', 'theirs', templateId, conflict.message],
    queryFn: ({ signal }) =>
      answered(
        api.GET('/dashboard/api/templates/{templateId}', { params: { path: { templateId } }, signal }),
      ),
    gcTime: 0,
    staleTime: 'static',
  })
  return (
    <Stack gap="md">
      <Text size="sm">{conflict.message}</Text>
      {isLooking && theirs && (
        <>
          <SourceDifference
            label="Theirs and mine"
            before={{ label: 'Theirs', text: theirs.content }}
            after={{ label: 'Mine', text: draft.content }}
          />
          {theirs.sampleData !== draft.sampleData && (
            <SourceDifference
              label="Their data and mine"
              before={{ label: 'Their data', text: theirs.sampleData }}
              after={{ label: 'My data', text: draft.sampleData }}
            />
          )}
          {theirs.dataSchema !== draft.dataSchema && (
            <SourceDifference
              label="Their schema and mine"
              before={{ label: 'Their schema', text: theirs.dataSchema }}
              after={{ label: 'My schema', text: draft.dataSchema }}
            />
          )}
        </>
      )}
      <Group gap="xs">
        <Button variant="default" disabled={!theirs || isLooking} onClick={() => setIsLooking(true)}>
          Look at theirs
        </Button>
        <Button variant="default" onClick={() => clipboard.copy(draft.content)}>
          {clipboard.copied ? 'Copied' : 'Copy mine'}
        </Button>
        <Button variant="default" onClick={() => void props.onTakeTheirs()}>
          Take theirs
        </Button>
        <Button color="red" disabled={!theirs} onClick={() => theirs && props.onOverwrite(theirs.revision)}>
          Overwrite theirs
        </Button>
      </Group>
      <Text size="xs" c="dimmed">
        Whatever you choose, theirs stays in the history.
      </Text>
    </Stack>
  )
}
