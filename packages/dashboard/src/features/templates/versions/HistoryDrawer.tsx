import { Badge, Button, Drawer, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api, unwrap } from '../../../api/client.ts'
import { paths } from '../../../base/paths.ts'
import { confirmDialog } from '../../../ui/dialogs/confirm.ts'
import { RelativeTime } from '../../../ui/text/RelativeTime.tsx'
import { authorLabel } from '../../../labels/authors.ts'
import type { EditorTexts } from '../use-editor-texts.ts'
import { type Template, type Version, versionsQuery } from '../../../api/templates.ts'
import classes from './HistoryDrawer.module.css'

interface HistoryProps {
  template: Template
  texts: EditorTexts
  onClose: () => void
  onReload: () => Promise<void>
}

/** Drawer with the versions of a template, which can be compared and restored. */
export function HistoryDrawer(props: HistoryProps & { isOpen: boolean }) {
  return (
    <Drawer opened={props.isOpen} onClose={props.onClose} position="right" size="md" title="History">
      {props.isOpen && <History {...props} />}
    </Drawer>
  )
}

function History(props: HistoryProps) {
  const { template, texts } = props
  const { data } = useQuery(versionsQuery(template.templateId))
  const restore = useRestore(props)
  const current = data?.versions.find(({ isCurrent }) => isCurrent)
  if (!data) return <Skeleton height={240} />
  return (
    <Stack component="ol" gap={0} className={classes.list}>
      {data.versions.map((version) => (
        <li key={version.number} className={classes.version}>
          <VersionText version={version} />
          {!version.isCurrent && current && (
            <Group gap={6} mt={6}>
              <Button
                component={Link}
                to={paths.templateDifference(template.templateId, version.number, current.number)}
                variant="default"
                size="compact-sm"
                aria-label={`Compare version ${version.number} with the current version`}
              >
                Compare
              </Button>
              <Button
                variant="default"
                size="compact-sm"
                disabled={restore.isPending}
                aria-label={`Restore version ${version.number}`}
                onClick={() =>
                  void confirmRestore(version, texts.isChanged).then(
                    (isConfirmed) => isConfirmed && restore.mutate(version),
                  )
                }
              >
                Restore
              </Button>
            </Group>
          )}
        </li>
      ))}
    </Stack>
  )
}

function VersionText({ version }: { version: Version }) {
  return (
    <>
      <Group gap="xs">
        <Text fw={600}>Version {version.number}</Text>
        {version.isCurrent && (
          <Badge variant="light" tt="none" fw={500}>
            current
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        <RelativeTime at={version.createdAt} /> · {authorLabel(version.savedBy)}
        {version.restored !== null && ` · restored from version ${version.restored}`}
      </Text>
    </>
  )
}

function useRestore({ template, texts, onClose, onReload }: HistoryProps) {
  const { templateId } = template
  const queryClient = useQueryClient()
  return useMutation({
    meta: { failureTitle: 'The version was not restored' },
    mutationFn: ({ number }: Version) =>
      unwrap(
        api.POST('/dashboard/api/templates/{templateId}/versions/{number}/restore', {
          params: {
            path: { templateId, number: String(number) },
            header: { 'if-match': `"${texts.base.revision}"` },
          },
        }),
      ),
    onSuccess: async () => {
      void queryClient.invalidateQueries({ queryKey: ['templates', 'list'] })
      await onReload()
      onClose()
    },
  })
}

async function confirmRestore({ number }: Version, isChanged: boolean): Promise<boolean> {
  return await confirmDialog({
    title: `Restore version ${number}?`,
    message: `Its source becomes the newest version, and all new renders use it. ${
      isChanged ? 'Your unsaved changes are lost.' : 'The current version stays in the history.'
    }`,
    confirmLabel: 'Restore version',
    danger: isChanged,
  })
}
