import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Failure } from '../../../base/failure.ts'
import { onDemand } from '../../../layout/on-demand.tsx'
import classes from './PreviewPane.module.css'

const MissingAsset = onDemand(async () => (await import('../images/MissingAsset.tsx')).MissingAsset)

const MISSING_ASSET = /there is no asset named "([^"]+)"/

/**
 * Error that prevents a newer preview. It covers the top of the outdated sheets.
 * @param props `isOutdated`: sheets of an earlier preview are shown below.
 */
export function PreviewProblem(props: { problem: Error; isOutdated: boolean }) {
  const { problem } = props
  const detail = problem instanceof Failure ? (problem.detail ?? '') : ''
  const missing = MISSING_ASSET.exec(detail)?.[1]
  return (
    <Alert
      variant="default"
      role="status"
      classNames={{ root: classes.problem ?? '', icon: classes.error ?? '', title: classes.title ?? '' }}
      radius={0}
      icon={<IconAlertTriangle size={18} />}
      title={problem.message}
    >
      <CompilerOutput text={detail} />
      {missing !== undefined && <MissingAsset key={missing} name={missing} />}
      {props.isOutdated && (
        <Text size="xs" c="dimmed" mt={6}>
          The PDF below is the last one without an error.
        </Text>
      )}
    </Alert>
  )
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
