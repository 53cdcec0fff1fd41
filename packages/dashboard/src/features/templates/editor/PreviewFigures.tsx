import { Badge, Group, Text, Tooltip } from '@mantine/core'
import type { Preview } from '../../../api/templates.ts'
import { countOf } from '../../../ui/text/numbers.ts'
import classes from './PreviewPane.module.css'

/** Figures of a preview: sheets, scale and time. */
export function PreviewFigures({ preview }: { preview: Preview }) {
  const { sheets, pages, elementsLeftOut, scale, ms } = preview
  const total = Math.round(ms.check + ms.fill + ms.print + ms.pack)
  return (
    <Group gap={6} className={classes.figures}>
      <Badge variant="light" color="gray" tt="none" fw={500}>
        {countOf(sheets, 'sheet')}
      </Badge>
      {elementsLeftOut > 0 && (
        <Badge variant="light" color="gray" tt="none" fw={500}>
          last {countOf(elementsLeftOut, 'element')} not shown
        </Badge>
      )}
      {scale < 1 && (
        <Tooltip label={pages.map(scaleOfPage).join(', ')} disabled={pages.length === 1} multiline maw={320}>
          <Badge variant="light" color="indigo" tt="none" fw={500}>
            scaled to {Math.round(scale * 100)} %
          </Badge>
        </Tooltip>
      )}
      <Tooltip label={`check ${ms.check} ms, fill ${ms.fill} ms, print ${ms.print} ms, pack ${ms.pack} ms`}>
        <Text size="xs" c="dimmed">
          {total} ms
        </Text>
      </Tooltip>
    </Group>
  )
}

function scaleOfPage({ scale }: Preview['pages'][number], index: number): string {
  return `page ${index + 1}: ${Math.round(scale * 100)} %`
}
