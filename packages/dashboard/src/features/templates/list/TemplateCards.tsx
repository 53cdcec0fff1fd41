import { Card, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../../base/paths.ts'
import { RelativeTime } from '../../../ui/text/RelativeTime.tsx'
import type { TemplateOverview } from '../../../api/templates.ts'
import { TemplateThumbnail } from '../TemplateThumbnail.tsx'
import classes from './TemplateCards.module.css'
import { TemplateMarks } from './TemplateMarks.tsx'
import { usageLabel } from './usage-label.ts'

const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** Cards of templates with their thumbnails. Shows a skeleton while `templates` is `undefined`. */
export function TemplateCards(props: { templates: readonly TemplateOverview[] | undefined }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 4 }} spacing="md" component="ul" className={classes.list}>
      {props.templates
        ? props.templates.map((template) => (
            <li key={template.templateId}>
              <TemplateCard template={template} />
            </li>
          ))
        : SKELETONS.map((key) => (
            <li key={key}>
              <Skeleton height={260} />
            </li>
          ))}
    </SimpleGrid>
  )
}

function TemplateCard({ template }: { template: TemplateOverview }) {
  return (
    <Card component="article" padding="sm" className={classes.card}>
      <Card.Section>
        <TemplateThumbnail url={template.thumbnailUrl} />
      </Card.Section>
      <Text fw={600} mt="sm" truncate title={template.name} component="h2" fz="md">
        <Link to={paths.template(template.templateId)} className={classes.link}>
          {template.name}
        </Link>
      </Text>
      <Text size="sm" c="dimmed" truncate>
        {template.description || usageLabel(template)}
      </Text>
      <Text size="xs" c="dimmed" my={4}>
        Changed <RelativeTime at={template.updatedAt} />
      </Text>
      <TemplateMarks {...template} />
    </Card>
  )
}
