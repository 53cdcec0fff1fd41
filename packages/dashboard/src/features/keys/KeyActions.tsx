import { ActionIcon, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useDisclosure } from '@mantine/hooks'
import {
  IconCopy,
  IconDots,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react'
import { confirmDialog } from '../../ui/dialogs/confirm.ts'
import { type ApiKey, useRemoveKey, useSetKeyActive } from '../../api/keys.ts'
import { keyText } from './scopes.ts'
import { RotateKey } from './RotateKey.tsx'

const ICON = { size: 16, 'aria-hidden': true } as const

/** Menu of an API key. */
export function KeyActions({ apiKey }: { apiKey: ApiKey }) {
  const { tokenId, name, status } = apiKey
  const change = useSetKeyActive()
  const remove = useRemoveKey()
  const isOff = status === 'deactivated'
  const [isRotating, rotation] = useDisclosure(false)

  const toggleActive = () =>
    change.mutate(
      { tokenId, active: isOff },
      {
        onSuccess: () =>
          notifications.show({
            message: isOff
              ? `“${name}” was activated.`
              : `“${name}” was deactivated. Calls with it are rejected with 401.`,
          }),
      },
    )
  const removeIfSure = async () => {
    const isSure = await confirmDialog({
      title: 'Delete API key?',
      message: `Delete “${name}” (${keyText(apiKey)})? Programs that use this key can no longer call the API. This cannot be undone.`,
      confirmLabel: 'Delete key',
      danger: true,
    })
    if (!isSure) return
    remove.mutate(tokenId, { onSuccess: () => notifications.show({ message: `“${name}” was deleted.` }) })
  }

  return (
    <>
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
            Copy ID
          </Menu.Item>
          <Menu.Item
            leftSection={isOff ? <IconPlayerPlay {...ICON} /> : <IconPlayerPause {...ICON} />}
            onClick={toggleActive}
          >
            {isOff ? 'Activate' : 'Deactivate'}
          </Menu.Item>
          {status === 'active' && (
            <Menu.Item leftSection={<IconRefresh {...ICON} />} onClick={rotation.open}>
              Rotate…
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash {...ICON} />} onClick={() => void removeIfSure()}>
            Delete…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <RotateKey apiKey={apiKey} isOpen={isRotating} onClose={rotation.close} />
    </>
  )
}

async function copyId(tokenId: string): Promise<void> {
  await navigator.clipboard.writeText(tokenId)
  notifications.show({ message: 'The ID of the key was copied.' })
}
