import { Badge, Group } from '@mantine/core'
import type { TemplateOverview } from '../../../api/templates.ts'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'

/** State and tags of a template. Renders nothing for a published template without tags. */
export function TemplateMarks({ draft, archivedAt, tags }: TemplateOverview) {
  if (draft === null && archivedAt === null && tags.length === 0) return null
  return (
    <Group gap={4}>
      {archivedAt !== null && <StatusBadge tone="off" label="Archived" />}
      {draft !== null && <StatusBadge tone="waiting" label="Draft" />}
      {tags.map((tag) => (
        <Badge key={tag} variant="default" radius="sm" tt="none" fw={500} maw="100%">
          {tag}
        </Badge>
      ))}
    </Group>
  )
}
