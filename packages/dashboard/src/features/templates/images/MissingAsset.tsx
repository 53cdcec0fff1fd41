import { Button, FileButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { ASSET_FILES, putAsset } from '../../../api/assets.ts'
import { useMay } from '../../../api/me.ts'

/** Button that uploads an asset that a template lacks, under its name. */
export function MissingAsset({ name }: { name: string }) {
  const mayUpload = useMay('content:write')
  const upload = useMutation({
    meta: { failureTitle: 'The asset was not uploaded' },
    mutationFn: (file: File) => putAsset(name, file),
  })
  if (!mayUpload) return null
  return (
    <FileButton accept={ASSET_FILES} onChange={(file) => file && upload.mutate(file)}>
      {(button) => (
        <Button
          {...button}
          mt={6}
          size="xs"
          variant="default"
          loading={upload.isPending}
          leftSection={<IconUpload size={14} />}
        >
          Upload “{name}”
        </Button>
      )}
    </FileButton>
  )
}
