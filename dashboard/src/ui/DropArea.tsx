import { Button, FileButton, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import classes from './DropArea.module.css'

/**
 * A place to drop files on, with a button that does the same.
 * @param props `accept`: as an `<input>` has it, for the button alone.
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
