import { IconDownload } from '@tabler/icons-react'
import { saveAs } from '../../../ui/files/save-as.ts'
import { PaneButton } from '../PaneButton.tsx'

/** Button that downloads a PDF. @param props `pdf`: base64. */
export function DownloadButton(props: { pdf: string; fileName: string }) {
  const download = () => {
    const bytes = Uint8Array.from(atob(props.pdf), (character) => character.charCodeAt(0))
    saveAs(new Blob([bytes], { type: 'application/pdf' }), `${props.fileName}.pdf`)
  }
  return <PaneButton label="Download this PDF" icon={<IconDownload size={16} />} onClick={download} />
}
