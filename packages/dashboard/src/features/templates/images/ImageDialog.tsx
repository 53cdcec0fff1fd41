import { Button, Modal, SimpleGrid, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { assetsQuery } from '../../../api/library.ts'
import { useMay } from '../../../api/me.ts'
import { messageOf } from '../../../base/failure.ts'
import { DropArea } from '../../../ui/files/DropArea.tsx'
import { FormFailure } from '../../../ui/forms/FormFailure.tsx'
import { AssetImage } from '../../assets/AssetImage.tsx'
import { addImage } from './add-image.ts'

/** Dialog to choose an image of the account or to upload one. `onChoose` receives the name of the asset. */
export function ImageDialog(props: { title: string; onChoose: (name: string) => void; onClose: () => void }) {
  const mayUpload = useMay('content:write')
  // The editor below has unsaved text and must stay mounted.
  const { data, error } = useQuery({ ...assetsQuery, throwOnError: false })
  const upload = useMutation({ meta: { shownInline: true }, mutationFn: addImage })
  const images = data?.assets.filter(({ contentType }) => contentType.startsWith('image/')) ?? []
  const failure = upload.error ?? error
  return (
    // The editor has the focus after an image was inserted.
    <Modal opened onClose={props.onClose} title={props.title} returnFocus={false}>
      <Stack gap="md">
        <FormFailure message={failure ? messageOf(failure) : undefined} />
        {mayUpload && (
          <DropArea
            isBusy={upload.isPending}
            accept="image/*"
            label="Upload an image"
            // A callback of the call: it is not run after the dialog was closed.
            onFiles={([file]) => file && upload.mutate(file, { onSuccess: props.onChoose })}
          />
        )}
        {images.length > 0 && (
          <>
            <Text size="sm">
              {mayUpload ? 'Or use an image of this account:' : 'Images of this account:'}
            </Text>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
              {images.map((image) => (
                <Button
                  key={image.name}
                  variant="default"
                  h={56}
                  justify="flex-start"
                  leftSection={<AssetImage asset={image} />}
                  disabled={upload.isPending}
                  title={image.name}
                  onClick={() => props.onChoose(image.name)}
                >
                  <Text span inherit truncate>
                    {image.name}
                  </Text>
                </Button>
              ))}
            </SimpleGrid>
          </>
        )}
        {data && images.length === 0 && !mayUpload && (
          <Text c="dimmed" size="sm">
            This account has no images. Ask an editor of the account to upload one.
          </Text>
        )}
      </Stack>
    </Modal>
  )
}
