import { Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '../../base/failure.ts'
import { type ApiKey, useRotateKey } from '../../api/keys.ts'
import { DialogButtons } from '../../ui/forms/DialogButtons.tsx'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'
import { KeyDialog } from './KeyDialog.tsx'

const OVERLAPS = [
  { value: '0', label: 'Immediately' },
  { value: '1', label: 'In 1 hour' },
  { value: '24', label: 'In 24 hours' },
  { value: '168', label: 'In 7 days' },
]

/** Dialog that replaces an API key by a new one and shows the new key once. */
export function RotateKey(props: { apiKey: ApiKey; isOpen: boolean; onClose: () => void }) {
  const { apiKey } = props
  const rotate = useRotateKey()
  const [overlap, setOverlap] = useState('24')
  const close = () => {
    props.onClose()
    rotate.reset()
  }
  return (
    <KeyDialog isOpen={props.isOpen} title={`Rotate “${apiKey.name}”`} created={rotate.data} onClose={close}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          rotate.mutate({ tokenId: apiKey.tokenId, overlapHours: Number(overlap) })
        }}
      >
        <Stack gap="md">
          <FormFailure message={rotate.error ? messageOf(rotate.error) : undefined} />
          <Text size="sm">
            You get a new key with the same name, scopes and lifetime. Change your programs to the new key
            before the old one expires.
          </Text>
          <Select
            data-autofocus
            label="The old key expires"
            data={OVERLAPS}
            allowDeselect={false}
            value={overlap}
            onChange={(value) => setOverlap(value ?? overlap)}
            comboboxProps={{ withinPortal: true }}
          />
          <DialogButtons submit="Create new key" onCancel={close} isPending={rotate.isPending} />
        </Stack>
      </form>
    </KeyDialog>
  )
}
