import { Badge, Button, Drawer, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { answered, api } from '../../../api/client.ts'
import { paths } from '../../../paths.ts'
import { ask } from '../../../ui/ask.ts'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { wordsForAuthor } from '../author.ts'
import type { Draft } from '../editor/use-draft.ts'
import { type Template, type Version, versionsQuery } from '../queries.ts'
import classes from './HistoryDrawer.module.css'

interface HistoryProps {
  template: Template
  draft: Draft
  onClose: () => void
  onReload: () => Promise<void>
}

/** Every version of a template, to be looked at and taken up again. */
export function HistoryDrawer(props: HistoryProps & { isOpen: boolean }) {
  return (
    <Drawer opened={props.isOpen} onClose={props.onClose} position="right" size="md" title="History">
      {props.isOpen && <History {...props} />}
    </Drawer>
  )
}

function History(props: HistoryProps) {
  const { template, draft } = props
  const { data } = useQuery(versionsQuery(template.templateId))
  const restore = useRestore(props)
  const present = data?.versions.find(({ isCurrent }) => isCurrent)
  if (!data) return <Skeleton height={240} />
  return (
    <Stack component="ol" gap={0} className={classes.list}>
      {data.versions.map((version) => (
        <li key={version.number} className={classes.version}>
          <VersionText version={version} />
          {!version.isCurrent && present && (
            <Group gap={6} mt={6}>
              <Button
                component={Link}
                to={paths.templateDifference(template.templateId, version.number, present.number)}
                variant="default"
                size="compact-sm"
                aria-label={`Compare version ${version.number} with the present one`}
              >
                Compare
              </Button>
              <Button
                variant="default"
                size="compact-sm"
                disabled={restore.isPending}
                aria-label={`Restore version ${version.number}`}
                onClick={() =>
                  void askToRestore(version, draft.isChanged).then((yes) => yes && restore.mutate(version))
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
            present
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        <RelativeTime at={version.createdAt} /> · {wordsForAuthor(version.savedBy)}
        {version.restored !== null && ` · version ${version.restored} again`}
      </Text>
    </>
  )
}

function useRestore({ template, draft, onClose, onReload }: HistoryProps) {
  const { templateId } = template
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ number }: Version) =>
      answered(
        api.POST('/dashboard/api/templates/{templateId}/versions/{number}/restore', {
          params: {
            path: { templateId, number: String(number) },
            header: { 'if-match': `"${draft.base.revision}"` },
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

async function askToRestore({ number }: Version, isChanged: boolean): Promise<boolean> {
  return await ask({
    title: `Restore version ${number}?`,
    message: `Its source becomes the newest version, and calls use it at once. ${
      isChanged ? 'What you have changed and not saved is lost.' : 'The present one stays in the history.'
    }`,
    confirm: 'Restore',
    danger: isChanged,
  })
}
