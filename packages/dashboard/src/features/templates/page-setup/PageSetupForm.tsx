import {
  Anchor,
  Group,
  NativeSelect,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useState } from 'react'
import type { PageRule } from './page-rules.ts'
import { type PageChange, type PageSetup, SIDES } from './page-setup.ts'
import { customSize, NAMED_SIZES, type PageSize, parseLength, parseSize, sizeText } from './page-size.ts'

const CUSTOM = 'Custom'
const LABELS = { top: 'Top', right: 'Right', bottom: 'Bottom', left: 'Left' }
const NO_MARGINS = { top: '0', right: '0', bottom: '0', left: '0' }

/** Form for the size, the orientation and the margins of the sheets. It changes the `@page` rule of the source. */
export function PageSetupForm(props: {
  setup: PageSetup
  onChange: (change: PageChange) => void
  onGoTo: (line: number) => void
}) {
  const { setup, onChange } = props
  if (setup.kind === 'manual') {
    return (
      <Stack gap="xs">
        <Text size="sm">{setup.reason} Edit the page setup in the template.</Text>
        <RuleList rules={setup.others} onGoTo={props.onGoTo} />
      </Stack>
    )
  }
  const margins = setup.kind === 'editable' ? setup.margins : NO_MARGINS
  return (
    <Stack gap="sm">
      <SizeFields
        size={parseSize(setup.kind === 'editable' ? setup.size : '')}
        onChange={(size) => onChange({ property: 'size', value: sizeText(size) })}
      />
      <SimpleGrid cols={2} spacing="xs" role="group" aria-label="Margins">
        {SIDES.map((side) => (
          <LengthInput
            key={side}
            label={`${LABELS[side]} margin`}
            value={margins[side]}
            onChange={(value) => onChange({ property: side, value })}
          />
        ))}
      </SimpleGrid>
      {setup.kind === 'none' && (
        <Text size="xs" c="dimmed">
          The template has no page setup: sheets are A4 without margins. A change adds an @page rule.
        </Text>
      )}
      {setup.others.length > 0 && (
        <div>
          <Text size="xs" c="dimmed" mb={4}>
            Other sheets have their own rules, which stay unchanged:
          </Text>
          <RuleList rules={setup.others} onGoTo={props.onGoTo} />
        </div>
      )}
    </Stack>
  )
}

function SizeFields(props: { size: PageSize; onChange: (size: PageSize) => void }) {
  const { size, onChange } = props
  const selected = size.kind === 'custom' ? CUSTOM : size.kind === 'named' ? size.name : size.text
  const names = [...new Set([...Object.keys(NAMED_SIZES), selected, CUSTOM])]
  const isLandscape = size.kind === 'named' && size.isLandscape
  return (
    <>
      <NativeSelect
        label="Size"
        data={names}
        value={selected}
        onChange={({ currentTarget: { value } }) =>
          onChange(value === CUSTOM ? customSize(size) : { kind: 'named', name: value, isLandscape })
        }
      />
      {size.kind === 'named' && (
        <SegmentedControl
          aria-label="Orientation"
          fullWidth
          data={['Portrait', 'Landscape']}
          value={isLandscape ? 'Landscape' : 'Portrait'}
          onChange={(value) => onChange({ ...size, isLandscape: value === 'Landscape' })}
        />
      )}
      {size.kind === 'custom' && (
        <SimpleGrid cols={2} spacing="xs">
          <LengthInput label="Width" value={size.width} onChange={(width) => onChange({ ...size, width })} />
          <LengthInput
            label="Height"
            value={size.height}
            onChange={(height) => onChange({ ...size, height })}
          />
        </SimpleGrid>
      )}
    </>
  )
}

/** Field for a CSS length. The value is set when the field is left or with Enter. */
function LengthInput(props: { label: string; value: string; onChange: (value: string) => void }) {
  const [edited, setEdited] = useState<string>()
  const text = edited ?? props.value
  const length = parseLength(text)
  const submit = () => {
    if (length === undefined) return
    setEdited(undefined)
    if (length !== props.value) props.onChange(length)
  }
  return (
    <TextInput
      label={props.label}
      size="xs"
      value={text}
      error={length === undefined && text !== props.value && 'Enter a length such as 20mm.'}
      onChange={({ currentTarget: { value } }) => setEdited(value)}
      onBlur={submit}
      onKeyDown={({ key }) => key === 'Enter' && submit()}
    />
  )
}

function RuleList(props: { rules: readonly PageRule[]; onGoTo: (line: number) => void }) {
  return (
    <Stack gap={4}>
      {props.rules.map(({ selector, line, declarations }) => (
        <Group key={line + selector} gap="xs" wrap="nowrap" align="baseline">
          <Anchor component="button" type="button" size="xs" onClick={() => props.onGoTo(line)}>
            Line {line}
          </Anchor>
          <Text size="xs" ff="monospace" truncate>
            @page {selector} {declarations.map(({ name, value }) => `${name}: ${value}`).join('; ')}
          </Text>
        </Group>
      ))}
    </Stack>
  )
}
