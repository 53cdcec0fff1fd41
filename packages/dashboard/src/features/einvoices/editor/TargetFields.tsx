import { Group, NativeSelect } from '@mantine/core'
import { DEFAULT_PROFILE, FORMATS, PROFILES, type Target } from '../formats.ts'

/** Fields for the format of an invoice, and for the profile of Factur-X. */
export function TargetFields(props: { target: Target; onChange: (target: Target) => void }) {
  const { target, onChange } = props
  return (
    <Group gap="sm">
      <NativeSelect
        label="Format"
        data={FORMATS}
        value={target.format}
        onChange={({ currentTarget: { value } }) => {
          const format = FORMATS.find((each) => each.value === value)?.value ?? 'facturx'
          onChange(format === 'facturx' ? { format, profile: DEFAULT_PROFILE } : { format })
        }}
      />
      {target.format === 'facturx' && (
        <NativeSelect
          label="Profile"
          data={PROFILES}
          value={target.profile ?? DEFAULT_PROFILE}
          onChange={({ currentTarget: { value } }) => {
            const profile = PROFILES.find((each) => each === value) ?? DEFAULT_PROFILE
            onChange({ format: 'facturx', profile })
          }}
        />
      )}
    </Group>
  )
}
