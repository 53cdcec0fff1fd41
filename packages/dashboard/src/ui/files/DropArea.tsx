import { Button, FileButton, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import classes from './DropArea.module.css'

/**
 * Drop area for files, with a button that opens a file dialog.
 * @param props `accept`: the `accept` attribute of the file input. It applies to the button only.
 */
export function DropArea(props: {
  isBusy: boolean
  accept: string
  label?: string
  onFiles: (files: File[]) => void
}) {
  const { label = 'Choose a file' } = props
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    props.onFiles([...event.dataTransfer.files])
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
      <FileButton onChange={(file) => file && props.onFiles([file])} accept={props.accept}>
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
