import { Button, Popover } from '@mantine/core'
import { IconFileSettings } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { onDemand } from '../../../layout/on-demand.tsx'
import type { PageChange, PageSetup } from './page-setup.ts'

const PageSetupForm = onDemand(async () => (await import('./PageSetupForm.tsx')).PageSetupForm)

/**
 * Button with the size of the sheets. It opens a form with size, orientation and margins.
 * @param props `onGoTo`: shows a line of the source.
 */
export function PageSetupButton(props: {
  setup: PageSetup
  onChange: (change: PageChange) => void
  onGoTo: (line: number) => void
}) {
  const { setup } = props
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const size = setup.kind === 'editable' ? setup.size || 'A4' : setup.kind === 'none' ? 'A4' : '@page'
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      width={300}
      trapFocus
      // Only Escape returns the focus: a click outside moves it elsewhere.
      closeOnEscape={false}
    >
      <Popover.Target>
        <Button
          ref={button}
          variant="subtle"
          color="gray"
          size="compact-sm"
          fw={500}
          leftSection={<IconFileSettings size={16} />}
          aria-label={`Page setup: ${size}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {size}
        </Button>
      </Popover.Target>
      <Popover.Dropdown
        aria-label="Page setup"
        onKeyDown={({ key }) => {
          if (key !== 'Escape') return
          setIsOpen(false)
          button.current?.focus()
        }}
      >
        <PageSetupForm
          {...props}
          onGoTo={(line) => {
            setIsOpen(false)
            props.onGoTo(line)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
