import { Badge, Group, Text, Tooltip } from '@mantine/core'
import type { Preview } from '../../../api/templates.ts'
import { FLOW_REASONS } from '../../../labels/overflow.ts'
import { countOf } from '../../../ui/text/numbers.ts'
import classes from './PreviewPane.module.css'

/** Figures of a preview: sheets, scale, reasons for several sheets, and time. */
export function PreviewFigures({ preview }: { preview: Preview }) {
  const { sheets, pages, elementsLeftOut, scale, ms } = preview
  const reasons = [...new Set(pages.flatMap(({ reason }) => reason ?? []))]
  const explanations = reasons.map((reason) => FLOW_REASONS[reason].explanation)
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
      {reasons.length > 0 && (
        <Tooltip label={explanations.join(' ')} multiline maw={320}>
          <Badge variant="light" color="gray" tt="none" fw={500}>
            not scaled: {reasons.map((reason) => FLOW_REASONS[reason].label).join(', ')}
          </Badge>
        </Tooltip>
      )}
      {scale < 1 && (
        <Tooltip label={scaleExplanation(pages)} multiline maw={320}>
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

function scaleExplanation(pages: Preview['pages']): string {
  const isFitted = pages.some(({ overflow }) => overflow === 'fit')
  const reason = isFitted ? 'Scaled to fit on one sheet.' : 'Scaled because content is wider than the sheet.'
  if (pages.length === 1) return reason
  const scales = pages.map(({ scale }, index) => `page ${index + 1}: ${Math.round(scale * 100)} %`)
  return `${reason} ${scales.join(', ')}`
}
