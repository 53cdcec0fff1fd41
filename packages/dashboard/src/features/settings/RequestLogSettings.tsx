import { Switch } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { confirmDialog } from '../../ui/dialogs/confirm.ts'
import { Section } from '../../ui/page/Section.tsx'
import { type Settings, useKeepBodies } from './settings.ts'

/** Section that turns the bodies in the request log on and off. */
export function RequestLogSettings({ requestLog }: Pick<Settings, 'requestLog'>) {
  const change = useKeepBodies()
  const set = async (keepsBodies: boolean) => {
    const isSure =
      keepsBodies ||
      (await confirmDialog({
        title: 'Delete the bodies of all calls?',
        message: 'The bodies in the request log are deleted now. New calls are listed without their bodies.',
        confirmLabel: 'Delete bodies',
        danger: true,
      }))
    if (!isSure) return
    change.mutate(keepsBodies, {
      onSuccess: () =>
        notifications.show({
          message: keepsBodies ? 'The bodies of new calls are kept.' : 'The bodies were deleted.',
        }),
    })
  }
  return (
    <Section title="Request log">
      <Switch
        label="Keep the bodies of calls"
        description="Shows the data of a call in the request log, to run it again. The newest 1,000 bodies are kept, encrypted and without passwords, each up to 256 KiB."
        checked={requestLog.keepsBodies}
        disabled={change.isPending}
        onChange={(event) => void set(event.currentTarget.checked)}
      />
    </Section>
  )
}
