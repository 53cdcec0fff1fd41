import { ActionIcon, Tooltip } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'

/** Button that downloads a PDF. @param props `pdf`: base64. */
export function DownloadButton(props: { pdf: string; fileName: string }) {
  const download = () => {
    const bytes = Uint8Array.from(atob(props.pdf), (character) => character.charCodeAt(0))
    const url = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
    const link = document.createElement('a')
    link.href = url
    link.download = `${props.fileName}.pdf`
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <Tooltip label="Download this PDF">
      <ActionIcon variant="subtle" color="gray" onClick={download} aria-label="Download this PDF">
        <IconDownload size={16} />
      </ActionIcon>
    </Tooltip>
  )
}
