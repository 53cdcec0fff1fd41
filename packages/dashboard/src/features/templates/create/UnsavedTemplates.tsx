import { Anchor, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useMe } from '../../../api/me.ts'
import { paths } from '../../../base/paths.ts'
import { ConfirmButton } from '../../../ui/dialogs/ConfirmButton.tsx'
import { RelativeTime } from '../../../ui/text/RelativeTime.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { discardUnsavedTemplate, backupIdOf, unsavedTemplatesQuery } from './unsaved-templates.ts'

/** List of templates in this browser that were never saved. */
export function UnsavedTemplates() {
  const owner = useMe().account.userId
  const { data: backups = [] } = useQuery(unsavedTemplatesQuery(owner))
  if (backups.length === 0) return null
  return (
    <Section title="Unsaved templates" description="Stored in this browser until you save or discard them.">
      {backups.map(({ key, name, savedAt }) => (
        <Group key={key} justify="space-between" gap="sm" py={4}>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            <Anchor component={Link} to={paths.unsavedTemplate(backupIdOf(key))} fw={500}>
              {name}
            </Anchor>
            {' · '}
            <RelativeTime at={new Date(savedAt).toISOString()} />
          </Text>
          <ConfirmButton
            size="compact-sm"
            aria-label={`Discard ${name}`}
            dialog={{
              title: `Discard “${name}”?`,
              message: 'This template was never saved. Discarding it cannot be undone.',
              confirmLabel: 'Discard template',
              danger: true,
            }}
            onConfirm={() => void discardUnsavedTemplate(owner, key)}
          >
            Discard
          </ConfirmButton>
        </Group>
      ))}
    </Section>
  )
}
