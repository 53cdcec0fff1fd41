import { unifiedMergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { reading, templateLanguage } from '../code/setup.ts'
import classes from './SourceDifference.module.css'

const UNCHANGED_LINES_SHOWN = 3

/** Unified diff of two texts. */
export function SourceDifference(props: {
  label: string
  before: { label: string; text: string }
  after: { label: string; text: string }
}) {
  const parent = useRef<HTMLDivElement>(null)
  const { label } = props
  const [before, after] = [props.before.text, props.after.text]
  useEffect(() => {
    if (!parent.current || before === after) return undefined
    const view = new EditorView({
      parent: parent.current,
      state: EditorState.create({
        doc: after,
        extensions: [
          reading(label),
          templateLanguage(),
          EditorState.readOnly.of(true),
          EditorView.lineWrapping,
          unifiedMergeView({
            original: before,
            mergeControls: false,
            gutter: true,
            collapseUnchanged: { margin: UNCHANGED_LINES_SHOWN },
          }),
        ],
      }),
    })
    return () => view.destroy()
  }, [label, before, after])
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>
        <span>
          <span className={classes.removed}>−</span> {props.before.label}
        </span>
        <span>
          <span className={classes.added}>+</span> {props.after.label}
        </span>
      </figcaption>
      {before === after ? (
        <Text p="md" size="sm" c="dimmed">
          No differences.
        </Text>
      ) : (
        <div ref={parent} className={classes.code} />
      )}
    </figure>
  )
}
