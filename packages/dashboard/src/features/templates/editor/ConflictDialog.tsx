import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { api, unwrap } from '../../../api/client.ts'
import { type Failure, messageOf } from '../../../base/failure.ts'
import { useMe } from '../../../api/me.ts'
import { FormFailure } from '../../../ui/forms/FormFailure.tsx'
import { authorLabel } from '../../../labels/authors.ts'
import type { Template } from '../../../api/templates.ts'
import { onDemand } from '../../../layout/on-demand.tsx'
import type { Texts } from '../texts.ts'
import type { EditorTexts } from '../use-editor-texts.ts'

const SourceDifference = onDemand(
  async () => (await import('../versions/SourceDifference.tsx')).SourceDifference,
)

const time = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

/** Dialog for a conflict: the template was saved after it was opened. The user chooses the version to keep. */
export function ConflictDialog(props: {
  templateId: string
  conflict: Failure
  texts: EditorTexts
  isSaving: boolean
  onClose: () => void
  onOverwrite: (saved: Template) => void
  onTakeSaved: () => Promise<void>
}) {
  return (
    <Modal
      opened
      // Text that is typed during the request would be lost.
      onClose={() => props.isSaving || props.onClose()}
      size="xl"
      title="This template was saved elsewhere"
    >
      <Choice {...props} />
    </Modal>
  )
}

function Choice(props: ComponentProps<typeof ConflictDialog>) {
  const { templateId, conflict, texts } = props
  const [isComparing, setIsComparing] = useState(false)
  const clipboard = useClipboard()
  const { person } = useMe()
  const { data: saved, error } = useQuery({
    queryKey: ['templates', 'saved', templateId, conflict.message],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/dashboard/api/templates/{templateId}', { params: { path: { templateId } }, signal })),
    gcTime: 0,
    staleTime: 'static',
    // The editor below has unsaved text and must stay mounted.
    throwOnError: false,
  })
  return (
    <Stack gap="md">
      {error && <FormFailure message={messageOf(error)} />}
      {saved && <Text size="sm">{messageFor(saved, person.email)} You opened it here before that.</Text>}
      {isComparing && saved && (
        <>
          <SourceDifference
            label="Saved version and my version"
            before={{ label: 'Saved version', text: saved.content }}
            after={{ label: 'My version', text: texts.content }}
          />
          {changedTexts(saved, texts).map(({ label, before, after }) => (
            <SourceDifference
              key={label}
              label={`${label}: saved and mine`}
              before={{ label: `${label}, saved`, text: before }}
              after={{ label: `${label}, mine`, text: after }}
            />
          ))}
        </>
      )}
      <Group gap="xs">
        <Button variant="default" disabled={!saved || isComparing} onClick={() => setIsComparing(true)}>
          Compare versions
        </Button>
        <Button variant="default" onClick={() => clipboard.copy(texts.content)}>
          {clipboard.copied ? 'Copied' : 'Copy my version'}
        </Button>
        <Button variant="default" onClick={() => void props.onTakeSaved()}>
          Use the saved version
        </Button>
        <Button
          color="red"
          disabled={!saved}
          loading={props.isSaving}
          onClick={() => saved && props.onOverwrite(saved)}
        >
          Overwrite with my version
        </Button>
      </Group>
      <Text size="xs" c="dimmed">
        “Overwrite with my version” replaces only the texts and data sets that you changed. The saved source
        and schema stay in the history, whatever you choose. Sample data, data sets and PDF options have no
        history.
      </Text>
    </Stack>
  )
}

/**
 * Returns a message such as "You saved this template in another tab or browser on 3 Nov 2026, 14:05."
 * @param email address of the signed-in user.
 */
function messageFor({ updatedAt, updatedBy }: Template, email: string): string {
  const at = time.format(new Date(updatedAt))
  if (updatedBy?.kind === 'person' && updatedBy.name === email)
    return `You saved this template in another tab or browser on ${at}.`
  return `This template was saved by ${authorLabel(updatedBy)} on ${at}.`
}

/** Returns the texts besides the source that differ. */
function changedTexts(saved: Texts, mine: Texts): { label: string; before: string; after: string }[] {
  const names = [...new Set([...saved.dataSets, ...mine.dataSets].map(({ name }) => name))]
  const dataOf = ({ dataSets }: Texts, name: string) =>
    dataSets.find((dataSet) => dataSet.name === name)?.data ?? ''
  return [
    { label: 'Sample data', before: saved.sampleData, after: mine.sampleData },
    ...names.map((name) => ({
      label: `Data set ${name}`,
      before: dataOf(saved, name),
      after: dataOf(mine, name),
    })),
    { label: 'PDF options', before: saved.pdfOptions, after: mine.pdfOptions },
    { label: 'Schema', before: saved.dataSchema, after: mine.dataSchema },
  ].filter(({ before, after }) => before !== after)
}
