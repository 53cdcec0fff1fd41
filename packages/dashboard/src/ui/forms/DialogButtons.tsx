import { Button, Group } from '@mantine/core'

/** Buttons of a form in a dialog: submit and cancel. */
export function DialogButtons(props: {
  submit: string
  onCancel: () => void
  isPending: boolean
  danger?: boolean
}) {
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={props.onCancel}>
        Cancel
      </Button>
      <Button type="submit" color={props.danger ? 'red' : 'indigo'} loading={props.isPending}>
        {props.submit}
      </Button>
    </Group>
  )
}
