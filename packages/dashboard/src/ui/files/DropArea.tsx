import { Button, FileButton, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import classes from './DropArea.module.css'

/**
 * Drop area for files, with a button that opens a file dialog.
 * @param props `accept`: the `accept` attribute of the file input. It applies to the button only. `isBusy`: files of a
 * drop are processed, and further files are ignored.
 */
export function DropArea(props: {
  isBusy: boolean
  accept: string
  label?: string
  onFiles: (files: File[]) => void
}) {
  const { label = 'Choose a file' } = props
  const [isOver, setIsOver] = useState(false)
  const reset = useRef<() => void>(null)
  const choose = (file: File | null) => {
    if (!file) return
    // The browser reports a file only if it differs from the last one: the same file can be chosen again.
    reset.current?.()
    props.onFiles([file])
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    if (!props.isBusy) props.onFiles([...event.dataTransfer.files])
  }
  return (
    <div
      className={classes.area}
      data-over={isOver || undefined}
      data-testid="file-drop"
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Text c="dimmed" size="sm">
        Drop a file here, or
      </Text>
      <FileButton onChange={choose} resetRef={reset} accept={props.accept}>
        {(button) => (
          <Button
            {...button}
            variant="default"
            size="xs"
            loading={props.isBusy}
            leftSection={<IconUpload size={14} />}
          >
            {label}
          </Button>
        )}
      </FileButton>
    </div>
  )
}
