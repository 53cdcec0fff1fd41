import { ActionIcon, Stack, Text, Tooltip } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../ui/ask.ts'
import { CopyText } from '../../ui/CopyButton.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { DropArea } from '../../ui/DropArea.tsx'
import { bytes } from '../../ui/numbers.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Section } from '../../ui/Section.tsx'
import { AssetPicture } from './AssetImage.tsx'
import { type Asset, assetsQuery, usePutAssets, useRemoveAsset } from './library.ts'

const MEBIBYTE = 1024 * 1024

const COLUMNS: readonly Column<Asset>[] = [
  { id: 'picture', header: 'Picture', from: 'sm', cell: (asset) => <AssetPicture asset={asset} /> },
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
    header: 'In a template',
    from: 'md',
    cell: ({ name }) => <CopyText value={`{{asset "${name}"}}`} label={`Copy the call of ${name}`} />,
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
  { id: 'actions', header: 'Actions', align: 'right', cell: ({ name }) => <RemoveAsset name={name} /> },
]

/** The account's pictures and fonts. */
export function Assets() {
  const { data } = useQuery(assetsQuery)
  const put = usePutAssets()
  const take = (files: File[]) =>
    put.mutate(files, {
      onSuccess: () =>
        notifications.show({ message: files.length === 1 ? 'It is stored.' : 'They are stored.' }),
    })
  return (
    <Section
      title="Assets"
      description={`Pictures (PNG, JPEG, GIF, WebP, SVG) and fonts (TTF, OTF, WOFF, WOFF2), up to 5 MiB each.${
        data && data.bytes > 0
          ? ` ${bytes(data.bytes)} of ${Math.round(data.bytesMax / MEBIBYTE)} MiB are taken.`
          : ''
      }`}
    >
      <Stack gap="md">
        <DropArea isBusy={put.isPending} accept="image/*,.ttf,.otf,.woff,.woff2" onFiles={take} />
        <DataTable
          label="Assets"
          columns={COLUMNS}
          rows={data?.assets}
          rowKey={({ name }) => name}
          initialSort={{ by: 'name', descending: false }}
          empty={
            <Text c="dimmed" size="sm">
              No assets yet. A file that has the name of one that is here takes its place.
            </Text>
          }
        />
      </Stack>
    </Section>
  )
}

function RemoveAsset({ name }: { name: string }) {
  const remove = useRemoveAsset()
  const removeIfSure = async () => {
    const isSure = await ask({
      title: 'Delete asset',
      message: `Delete “${name}”? Calls with templates that show it fail from then on. This cannot be undone.`,
      confirm: 'Delete asset',
      danger: true,
    })
    if (!isSure) return
    remove.mutate(name, { onSuccess: () => notifications.show({ message: `“${name}” is deleted.` }) })
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
