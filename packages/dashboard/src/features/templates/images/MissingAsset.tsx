import { Button, FileButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { ASSET_FILES, putAsset } from '../../../api/assets.ts'
import { useMay } from '../../../api/me.ts'

/** Button that uploads an asset that a template lacks, under its name. */
export function MissingAsset({ name }: { name: string }) {
  const mayUpload = useMay('content:write')
  const upload = useMutation({
    meta: { failureTitle: 'The asset was not uploaded' },
    mutationFn: (file: File) => putAsset(name, file),
  })
  const reset = useRef<() => void>(null)
  if (!mayUpload) return null
  const choose = (file: File | null) => {
    if (!file) return
    // The same file can be chosen again.
    reset.current?.()
    upload.mutate(file)
  }
  return (
    <FileButton accept={ASSET_FILES} onChange={choose} resetRef={reset}>
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
