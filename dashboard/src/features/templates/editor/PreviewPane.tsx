import { Alert, Badge, Group, List, Loader, Text, Tooltip } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Failure } from '../../../api/failure.ts'
import { countOf } from '../../../ui/numbers.ts'
import { loadReader } from '../pdf/open.ts'
import { PdfView } from '../pdf/PdfView.tsx'
import type { Preview } from '../queries.ts'
import { DownloadButton } from './DownloadButton.tsx'
import classes from './PreviewPane.module.css'
import { wordsForWarning } from './warnings.ts'

/** The real PDF of what is being written, and what there is to say of it. */
export function PreviewPane(props: {
  preview: Preview | undefined
  isFetching: boolean
  /** Why there is no newer one. */
  problem: Error | undefined
  fileName: string
}) {
  const { preview, problem } = props
  // While the PDF is made. When the reader cannot be loaded, no PDF is shown, and everything else works.
  useEffect(() => void loadReader().catch(() => {}), [])
  return (
    <section aria-label="PDF" className={classes.pane}>
      <Group gap={6} className={classes.bar} wrap="nowrap">
        {preview && <Figures preview={preview} />}
        {props.isFetching && <Loader size={14} role="status" aria-label="Making the PDF" />}
        <span className={classes.space} />
        {preview && <DownloadButton pdf={preview.pdf} fileName={props.fileName} />}
      </Group>
      {/* Above what there is to say, so that the sheets stay where they are while somebody types. */}
      <div className={classes.sheets}>
        <PdfView pdf={preview?.pdf} label="Sheets of the PDF" />
      </div>
      {problem && (
        <Alert
          variant="default"
          color="red"
          role="status"
          classNames={{ root: classes.notice ?? '', icon: classes.bad ?? '', title: classes.title ?? '' }}
          radius={0}
          icon={<IconAlertTriangle size={18} />}
          title={problem.message}
        >
          <Words text={detailOf(problem)} />
        </Alert>
      )}
      {preview && (
        <>
          <Notice
            label="What does not fit"
            title="The data do not fit the schema: a call would be refused."
            words={preview.problems.map(({ path, message }) => `${path} ${message}`.trim())}
          />
          <Notice
            label="Warnings"
            title={preview.warnings.length === 1 ? '1 warning' : `${preview.warnings.length} warnings`}
            words={preview.warnings.map(wordsForWarning)}
          />
        </>
      )}
    </section>
  )
}

/** A list of what there is to say, if there is anything. */
function Notice(props: { label: string; title: string; words: readonly string[] }) {
  if (props.words.length === 0) return null
  return (
    <Alert
      variant="default"
      radius={0}
      role="status"
      icon={<IconAlertTriangle size={18} />}
      classNames={{ root: classes.notice ?? '', icon: classes.odd ?? '', title: classes.title ?? '' }}
      title={props.title}
    >
      <List size="sm" className={classes.warnings} tabIndex={0} aria-label={props.label}>
        {props.words.map((one) => (
          <List.Item key={one}>{one}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

function Figures({ preview: { sheets, pages, elementsLeftOut, scale, ms } }: { preview: Preview }) {
  const total = Math.round(ms.check + ms.fill + ms.print + ms.pack)
  return (
    <>
      <Badge variant="light" color="gray" tt="none" fw={500}>
        {sheets === 1 ? '1 sheet' : `${sheets} sheets`}
      </Badge>
      {elementsLeftOut > 0 && (
        <Badge variant="light" color="gray" tt="none" fw={500}>
          without the last {countOf(elementsLeftOut, 'element')}
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
        <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {total} ms
        </Text>
      </Tooltip>
    </>
  )
}

function scaleOfPage({ scale }: Preview['pages'][number], index: number): string {
  return `page ${index + 1}: ${Math.round(scale * 100)} %`
}

/** A compiler's words, which are long at times. */
function Words({ text }: { text: string }) {
  if (text === '') return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls, so it takes the keyboard.
    <pre className={classes.words} tabIndex={0} aria-label="What the compiler says">
      {text}
    </pre>
  )
}

function detailOf(problem: Error): string {
  return problem instanceof Failure ? (problem.detail ?? '') : ''
}
