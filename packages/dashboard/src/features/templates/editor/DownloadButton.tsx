import { ActionIcon, Tooltip } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { saveAs } from '../../../ui/files/save-as.ts'

/** Button that downloads a PDF. @param props `pdf`: base64. */
export function DownloadButton(props: { pdf: string; fileName: string }) {
  const download = () => {
    const bytes = Uint8Array.from(atob(props.pdf), (character) => character.charCodeAt(0))
    saveAs(new Blob([bytes], { type: 'application/pdf' }), `${props.fileName}.pdf`)
  }
  return (
    <Tooltip label="Download this PDF">
      <ActionIcon variant="subtle" color="gray" onClick={download} aria-label="Download this PDF">
        <IconDownload size={16} />
      </ActionIcon>
    </Tooltip>
  )
}
