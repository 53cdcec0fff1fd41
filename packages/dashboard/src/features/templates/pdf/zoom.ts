/** Width and height. Of a sheet in points, of an element in pixels. */
export interface Size {
  width: number
  height: number
}

/** Zoom of a PDF: fits the width or the whole sheet into the view, or is a percentage of the printed size. */
export type Zoom = 'width' | 'page' | number

/** Percentages that can be selected. */
export const ZOOM_PERCENTAGES = [50, 75, 100, 125, 150, 200]

/** CSS pixels per point. */
const PIXELS = 96 / 72

/** Returns the width in pixels at which a sheet is shown in a frame. */
export function sheetWidth(zoom: Zoom, sheet: Size, frame: Size): number {
  if (zoom === 'width') return frame.width
  if (zoom === 'page') return Math.min(frame.width, (frame.height * sheet.width) / sheet.height)
  return (sheet.width * PIXELS * zoom) / 100
}

/** Returns the next larger or smaller percentage, or the same one at the end of the list. */
export function stepZoom(zoom: Zoom, direction: 1 | -1): number {
  if (typeof zoom !== 'number') return 100
  const next =
    direction === 1
      ? ZOOM_PERCENTAGES.find((percentage) => percentage > zoom)
      : ZOOM_PERCENTAGES.findLast((percentage) => percentage < zoom)
  return next ?? zoom
}

/** Returns true for a value that is a zoom. */
export function isZoom(value: unknown): value is Zoom {
  return (
    value === 'width' || value === 'page' || (typeof value === 'number' && ZOOM_PERCENTAGES.includes(value))
  )
}
