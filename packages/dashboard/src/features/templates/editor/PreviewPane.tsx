import { Alert, Badge, Group, List, Loader, Text, Tooltip } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Failure } from '../../../base/failure.ts'
import { countOf } from '../../../ui/text/numbers.ts'
import { loadReader } from '../pdf/open.ts'
import { PdfView } from '../pdf/PdfView.tsx'
import type { Preview } from '../../../api/templates.ts'
import { DownloadButton } from './DownloadButton.tsx'
import classes from './PreviewPane.module.css'
import { FLOW_REASONS } from '../../../labels/overflow.ts'
import { warningLabel } from '../../../labels/warnings.ts'

/** Preview of the texts in the editor, with its figures, errors and warnings. */
export function PreviewPane(props: {
  preview: Preview | undefined
  isFetching: boolean
  /** Error that prevents a newer preview. */
  problem: Error | undefined
  fileName: string
}) {
  const { preview, problem } = props
  // Loads the reader while the PDF is rendered. If it cannot be loaded, no PDF is shown, and the rest works.
  useEffect(() => void loadReader().catch(() => {}), [])
  return (
    <section aria-label="PDF" className={classes.pane}>
      <Group gap={6} className={classes.bar} wrap="nowrap">
        {preview && <Figures preview={preview} />}
        {props.isFetching && <Loader size={14} role="status" aria-label="Rendering the PDF" />}
        <span className={classes.space} />
        {preview && <DownloadButton pdf={preview.pdf} fileName={props.fileName} />}
      </Group>
      {/* Above the messages, so that the sheets do not move during typing. */}
      <div className={classes.sheets}>
        <PdfView pdf={preview?.pdf} label="Sheets of the PDF" />
      </div>
      {problem && (
        <Alert
          variant="default"
          color="red"
          role="status"
          classNames={{ root: classes.notice ?? '', icon: classes.error ?? '', title: classes.title ?? '' }}
          radius={0}
          icon={<IconAlertTriangle size={18} />}
          title={problem.message}
        >
          <CompilerOutput text={detailOf(problem)} />
        </Alert>
      )}
      {preview && (
        <>
          <Notice
            label="Schema errors"
            title="The sample data does not match the schema. A call with this data is rejected."
            items={preview.problems.map(({ path, message }) => `${path} ${message}`.trim())}
          />
          <Notice
            label="Warnings"
            title={preview.warnings.length === 1 ? '1 warning' : `${preview.warnings.length} warnings`}
            items={preview.warnings.map(warningLabel)}
          />
        </>
      )}
    </section>
  )
}

/** List of messages. Renders nothing for an empty list. */
function Notice(props: { label: string; title: string; items: readonly string[] }) {
  if (props.items.length === 0) return null
  return (
    <Alert
      variant="default"
      radius={0}
      role="status"
      icon={<IconAlertTriangle size={18} />}
      classNames={{ root: classes.notice ?? '', icon: classes.warning ?? '', title: classes.title ?? '' }}
      title={props.title}
    >
      <List size="sm" className={classes.messages} tabIndex={0} aria-label={props.label}>
        {props.items.map((item) => (
          <List.Item key={item}>{item}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

function Figures({ preview: { sheets, pages, elementsLeftOut, scale, ms } }: { preview: Preview }) {
  const reasons = [...new Set(pages.flatMap(({ reason }) => reason ?? []))]
  const explanations = reasons.map((reason) => FLOW_REASONS[reason].explanation)
  const total = Math.round(ms.check + ms.fill + ms.print + ms.pack)
  return (
    <>
      <Badge variant="light" color="gray" tt="none" fw={500}>
        {sheets === 1 ? '1 sheet' : `${sheets} sheets`}
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
        <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {total} ms
        </Text>
      </Tooltip>
    </>
  )
}

function scaleExplanation(pages: Preview['pages']): string {
  const isFitted = pages.some(({ overflow }) => overflow === 'fit')
  const reason = isFitted ? 'Scaled to fit on one sheet.' : 'Scaled because content is wider than the sheet.'
  if (pages.length === 1) return reason
  const scales = pages.map(({ scale }, index) => `page ${index + 1}: ${Math.round(scale * 100)} %`)
  return `${reason} ${scales.join(', ')}`
}

/** Output of the compiler, which may be long. */
function CompilerOutput({ text }: { text: string }) {
  if (text === '') return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls, so it takes the keyboard.
    <pre className={classes.output} tabIndex={0} aria-label="Compiler output">
      {text}
    </pre>
  )
}

function detailOf(problem: Error): string {
  return problem instanceof Failure ? (problem.detail ?? '') : ''
}
