import { Box, Button } from '@mantine/core'
import { IconPhotoEdit } from '@tabler/icons-react'
import { PaneButton } from '../PaneButton.tsx'

const LABEL = 'Replace logo'

/** Button that replaces the logo of the template. Narrow windows show its icon only. */
export function ReplaceLogo({ onClick }: { onClick: () => void }) {
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        fw={500}
        leftSection={<IconPhotoEdit size={16} />}
        visibleFrom="sm"
        onClick={onClick}
      >
        {LABEL}
      </Button>
      <Box component="span" hiddenFrom="sm">
        <PaneButton label={LABEL} icon={<IconPhotoEdit size={16} />} onClick={onClick} />
      </Box>
    </>
  )
}
