import { NativeSelect } from '@mantine/core'
import { isZoom, type Zoom, ZOOM_PERCENTAGES } from './zoom.ts'

const OPTIONS = [
  { value: 'width', label: 'Fit width' },
  { value: 'page', label: 'Fit page' },
  ...ZOOM_PERCENTAGES.map((percentage) => ({ value: String(percentage), label: `${percentage} %` })),
]

/** Selection of the zoom of a PDF. */
export function ZoomSelect(props: { zoom: Zoom; onChange: (zoom: Zoom) => void }) {
  return (
    <NativeSelect
      aria-label="Zoom"
      size="xs"
      w={96}
      data={OPTIONS}
      value={String(props.zoom)}
      onChange={({ currentTarget: { value } }) => {
        const zoom = Number(value) || value
        if (isZoom(zoom)) props.onChange(zoom)
      }}
    />
  )
}
