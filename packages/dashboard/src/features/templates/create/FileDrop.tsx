import { Failure } from '../../../base/failure.ts'
import { notifyFailure } from '../../../api/query-client.ts'
import { DropArea } from '../../../ui/files/DropArea.tsx'

const FILE_BYTES_MAX = 5_110_000
const NAME_LENGTH_MAX = 200

/** Drop area for the file of a template. */
export function FileDrop(props: {
  isBusy: boolean
  onFile: (file: { name: string; content: string }) => void
}) {
  const readFile = async (file: File | undefined) => {
    if (!file) return
    try {
      props.onFile({ name: nameOf(file), content: await textOf(file) })
    } catch (error) {
      notifyFailure('The file was not opened', error)
    }
  }
  return (
    <DropArea
      isBusy={props.isBusy}
      accept=".hbs,.handlebars,.html,.htm,text/html"
      onFiles={([file]) => void readFile(file)}
    />
  )
}

/** Returns the name of a template for a file: "invoice" for "invoice.html". */
function nameOf({ name }: File): string {
  return name.replace(/\.(?:hbs|handlebars|html?)$/i, '').slice(0, NAME_LENGTH_MAX) || 'Untitled template'
}

async function textOf(file: File): Promise<string> {
  if (file.size > FILE_BYTES_MAX)
    throw new Failure(0, `${file.name} is larger than 4.8 MB. Choose a smaller file.`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  } catch (error) {
    throw error instanceof TypeError
      ? new Failure(0, `${file.name} is not UTF-8 text. Save it with the encoding UTF-8.`)
      : error
  }
}
