import { ActionIcon, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCopy, IconDots, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { ask } from '../../ui/ask.ts'
import { type ApiKey, useRemoveKey, useSwitchKey } from './keys.ts'

const ICON = { size: 16, 'aria-hidden': true } as const

/** What can be done with a key. */
export function KeyActions({ apiKey }: { apiKey: ApiKey }) {
  const { tokenId, name, state } = apiKey
  const change = useSwitchKey()
  const remove = useRemoveKey()
  const isOff = state === 'deactivated'

  const switchOver = () =>
    change.mutate(
      { tokenId, active: isOff },
      {
        onSuccess: () =>
          notifications.show({
            message: isOff
              ? `“${name}” works again.`
              : `“${name}” is deactivated. Calls with it are answered 401 from now on.`,
          }),
      },
    )
  const removeIfSure = async () => {
    const isSure = await ask({
      title: 'Delete API key',
      message: `Delete “${name}” (tlfy_…${apiKey.lastFour})? Programs that use it can call no more. This cannot be undone.`,
      confirm: 'Delete key',
      danger: true,
    })
    if (!isSure) return
    remove.mutate(tokenId, { onSuccess: () => notifications.show({ message: `“${name}” is deleted.` }) })
  }

  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Actions for ${name}`}
          loading={change.isPending || remove.isPending}
        >
          <IconDots {...ICON} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={() => void copyId(tokenId)}>
          Copy id
        </Menu.Item>
        <Menu.Item
          leftSection={isOff ? <IconPlayerPlay {...ICON} /> : <IconPlayerPause {...ICON} />}
          onClick={switchOver}
        >
          {isOff ? 'Activate' : 'Deactivate'}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash {...ICON} />} onClick={() => void removeIfSure()}>
          Delete…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

async function copyId(tokenId: string): Promise<void> {
  await navigator.clipboard.writeText(tokenId)
  notifications.show({ message: 'The key’s id is copied.' })
}
