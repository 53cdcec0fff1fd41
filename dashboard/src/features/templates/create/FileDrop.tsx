import { Failure } from '../../../api/failure.ts'
import { notifyOf } from '../../../api/query-client.ts'
import { DropArea } from '../../../ui/DropArea.tsx'

const FILE_BYTES_MAX = 5_110_000
const NAME_LENGTH_MAX = 200

/** A place to drop a template's file on. */
export function FileDrop(props: {
  isBusy: boolean
  onFile: (file: { name: string; content: string }) => void
}) {
  const take = async (file: File | undefined) => {
    if (!file) return
    try {
      props.onFile({ name: nameOf(file), content: await textOf(file) })
    } catch (error) {
      notifyOf(error)
    }
  }
  return (
    <DropArea
      isBusy={props.isBusy}
      accept=".hbs,.handlebars,.html,.htm,text/html"
      onFiles={([file]) => void take(file)}
    />
  )
}

/** "invoice.html" is called "invoice". */
function nameOf({ name }: File): string {
  return name.replace(/\.(?:hbs|handlebars|html?)$/i, '').slice(0, NAME_LENGTH_MAX) || 'Untitled template'
}

async function textOf(file: File): Promise<string> {
  if (file.size > FILE_BYTES_MAX) throw new Failure(0, `${file.name} is larger than 4.8 MB.`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  } catch (error) {
    throw error instanceof TypeError ? new Failure(0, `${file.name} is not UTF-8 text.`) : error
  }
}
