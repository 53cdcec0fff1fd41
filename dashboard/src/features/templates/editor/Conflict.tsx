import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answered, api } from '../../../api/client.ts'
import { type Failure, messageOf } from '../../../api/failure.ts'
import { useMe } from '../../../api/me.ts'
import { FormFailure } from '../../../ui/FormFailure.tsx'
import { wordsForAuthor } from '../author.ts'
import type { Template } from '../queries.ts'
import { SourceDifference } from '../versions/SourceDifference.tsx'
import type { Draft } from './use-draft.ts'

const time = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

/** Dialog of a conflict: the template was saved since it was opened. Nothing is lost before a choice is made. */
export function Conflict(props: {
  templateId: string
  conflict: Failure | undefined
  draft: Draft
  onClose: () => void
  onOverwrite: (revision: number) => void
  onTakeSaved: () => Promise<void>
}) {
  return (
    <Modal
      opened={props.conflict !== undefined}
      onClose={props.onClose}
      size="xl"
      title="This template was saved elsewhere"
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
  onTakeSaved: () => Promise<void>
}) {
  const { templateId, conflict, draft } = props
  const [isLooking, setIsLooking] = useState(false)
  const clipboard = useClipboard()
  const { person } = useMe()
  const { data: saved, error } = useQuery({
    queryKey: ['templates', 'saved', templateId, conflict.message],
    queryFn: ({ signal }) =>
      answered(
        api.GET('/dashboard/api/templates/{templateId}', { params: { path: { templateId } }, signal }),
      ),
    gcTime: 0,
    staleTime: 'static',
    // The editor below holds unsaved text and must stay.
    throwOnError: false,
  })
  return (
    <Stack gap="md">
      {error && <FormFailure message={messageOf(error)} />}
      {saved && <Text size="sm">{wordsForSave(saved, person.email)} You had opened it before that.</Text>}
      {isLooking && saved && (
        <>
          <SourceDifference
            label="Saved version and mine"
            before={{ label: 'Saved', text: saved.content }}
            after={{ label: 'Mine', text: draft.content }}
          />
          {saved.sampleData !== draft.sampleData && (
            <SourceDifference
              label="Saved data and mine"
              before={{ label: 'Saved data', text: saved.sampleData }}
              after={{ label: 'My data', text: draft.sampleData }}
            />
          )}
          {saved.dataSchema !== draft.dataSchema && (
            <SourceDifference
              label="Saved schema and mine"
              before={{ label: 'Saved schema', text: saved.dataSchema }}
              after={{ label: 'My schema', text: draft.dataSchema }}
            />
          )}
        </>
      )}
      <Group gap="xs">
        <Button variant="default" disabled={!saved || isLooking} onClick={() => setIsLooking(true)}>
          Show the saved version
        </Button>
        <Button variant="default" onClick={() => clipboard.copy(draft.content)}>
          {clipboard.copied ? 'Copied' : 'Copy mine'}
        </Button>
        <Button variant="default" onClick={() => void props.onTakeSaved()}>
          Take the saved version
        </Button>
        <Button color="red" disabled={!saved} onClick={() => saved && props.onOverwrite(saved.revision)}>
          Overwrite with mine
        </Button>
      </Group>
      <Text size="xs" c="dimmed">
        The saved version stays in the history, whatever you choose.
      </Text>
    </Stack>
  )
}

/** "You saved this template in another tab or browser on 3 Nov 2026, 14:05." `email`: of the person signed in. */
function wordsForSave({ updatedAt, updatedBy }: Template, email: string): string {
  const at = time.format(new Date(updatedAt))
  if (updatedBy?.kind === 'person' && updatedBy.name === email)
    return `You saved this template in another tab or browser on ${at}.`
  return `This template was saved by ${wordsForAuthor(updatedBy)} on ${at}.`
}
