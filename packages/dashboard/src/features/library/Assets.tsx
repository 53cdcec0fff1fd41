import { ActionIcon, Button, Group, Stack, Text, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconHistory, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { readAssetVersion } from '../../api/versions.ts'
import { Can } from '../../layout/Can.tsx'
import { confirmDialog } from '../../ui/dialogs/confirm.ts'
import { CopyText } from '../../ui/text/CopyButton.tsx'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { DropArea } from '../../ui/files/DropArea.tsx'
import { bytes } from '../../ui/text/numbers.ts'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { saveAs } from '../../ui/files/save-as.ts'
import { Section } from '../../ui/page/Section.tsx'
import { HistoryDrawer } from '../history/HistoryDrawer.tsx'
import { AssetImage } from '../assets/AssetImage.tsx'
import { ASSET_FILES, ASSET_MEBIBYTES_MAX } from '../../api/assets.ts'
import { type Asset, assetsQuery } from '../../api/library.ts'
import { usePutAssets, useRemoveAsset } from './library.ts'

const MEBIBYTE = 1024 * 1024

const COLUMNS: readonly Column<Asset>[] = [
  { id: 'picture', header: 'Preview', from: 'sm', cell: (asset) => <AssetImage asset={asset} /> },
  {
    id: 'name',
    header: 'Name',
    sortBy: ({ name }) => name.toLowerCase(),
    cell: ({ name }) => (
      <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
    ),
  },
  {
    id: 'call',
    header: 'Use in a template',
    from: 'md',
    cell: ({ name }) => <CopyText value={`{{asset "${name}"}}`} label={`Copy the reference to ${name}`} />,
  },
  {
    id: 'size',
    header: 'Size',
    align: 'right',
    sortBy: ({ fileSize }) => fileSize,
    cell: ({ fileSize }) => bytes(fileSize),
  },
  {
    id: 'updatedAt',
    header: 'Changed',
    from: 'sm',
    sortBy: ({ updatedAt }) => updatedAt,
    cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    align: 'right',
    cell: ({ name }) => (
      <Group gap={4} justify="flex-end" wrap="nowrap">
        <AssetHistory name={name} />
        <Can permission="content:write">
          <RemoveAsset name={name} />
        </Can>
      </Group>
    ),
  },
]

/** Assets of the account: images and fonts. */
export function Assets() {
  const { data } = useQuery(assetsQuery)
  const put = usePutAssets()
  const upload = (files: File[]) =>
    put.mutate(files, {
      onSuccess: () =>
        notifications.show({
          message: files.length === 1 ? 'The asset was uploaded.' : `${files.length} assets were uploaded.`,
        }),
    })
  return (
    <Section
      title="Assets"
      description={`Images (PNG, JPEG, GIF, WebP, SVG) and fonts (TTF, OTF, WOFF, WOFF2), up to ${ASSET_MEBIBYTES_MAX} MiB each.${
        data && data.bytes > 0
          ? ` ${bytes(data.bytes)} of ${Math.round(data.bytesMax / MEBIBYTE)} MiB used.`
          : ''
      }`}
    >
      <Stack gap="md">
        <Can permission="content:write">
          <DropArea isBusy={put.isPending} accept={ASSET_FILES} onFiles={upload} />
        </Can>
        <DataTable
          label="Assets"
          columns={COLUMNS}
          rows={data?.assets}
          rowKey={({ name }) => name}
          initialSort={{ by: 'name', descending: false }}
          empty={
            <Text c="dimmed" size="sm">
              No assets yet. Upload an image or a font. A file with the name of an existing asset replaces it.
            </Text>
          }
        />
      </Stack>
    </Section>
  )
}

function AssetHistory({ name }: { name: string }) {
  const [isOpen, drawer] = useDisclosure(false)
  const download = useMutation({
    meta: { failureTitle: 'The version was not downloaded' },
    mutationFn: async (number: number) => saveAs(await readAssetVersion(name, number), name),
  })
  return (
    <>
      <Tooltip label="History">
        <ActionIcon variant="subtle" color="gray" aria-label={`History of ${name}`} onClick={drawer.open}>
          <IconHistory size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {isOpen && (
        <HistoryDrawer
          content={{ kind: 'asset', id: name }}
          isOpen
          actions={({ number }) => (
            <Button
              variant="default"
              size="compact-sm"
              disabled={download.isPending}
              aria-label={`Download version ${number}`}
              onClick={() => download.mutate(number)}
            >
              Download
            </Button>
          )}
          onClose={drawer.close}
          onRestored={async () => {
            notifications.show({ message: `An older version of “${name}” was restored.` })
          }}
        />
      )}
    </>
  )
}

function RemoveAsset({ name }: { name: string }) {
  const remove = useRemoveAsset()
  const removeIfSure = async () => {
    const isSure = await confirmDialog({
      title: 'Delete asset?',
      message: `Delete “${name}” and all its versions? Calls with templates that use it will fail. This cannot be undone.`,
      confirmLabel: 'Delete asset',
      danger: true,
    })
    if (!isSure) return
    remove.mutate(name, { onSuccess: () => notifications.show({ message: `“${name}” was deleted.` }) })
  }
  return (
    <Tooltip label="Delete">
      <ActionIcon
        variant="subtle"
        color="red"
        aria-label={`Delete ${name}`}
        loading={remove.isPending}
        onClick={() => void removeIfSure()}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
