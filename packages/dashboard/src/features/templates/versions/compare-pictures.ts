/** Minimum change of a pixel, as the sum over the three colours. Smaller changes come from font smoothing. */
const CHANGE_MIN = 48
const FADED = 0.25
const REMOVED = [214, 48, 49] as const
const ADDED = [22, 130, 72] as const
const WHITE = 255

/** Picture with 4 bytes per pixel, as in `ImageData`. */
interface Picture {
  data: Uint8ClampedArray
  width: number
  height: number
}

/**
 * Combines two pictures of the same size. Unchanged pixels are faded, removed ones are red, and added ones are green.
 * @returns the bytes of the combined picture, and the number of changed pixels.
 */
export function comparePictures(
  before: Picture,
  after: Picture,
): { data: Uint8ClampedArray<ArrayBuffer>; changed: number } {
  const data = new Uint8ClampedArray(after.width * after.height * 4)
  let changed = 0
  for (let offset = 0; offset < data.length; offset += 4) {
    const [oldBrightness, newBrightness] = [brightness(before.data, offset), brightness(after.data, offset)]
    const isChanged = distance(before.data, after.data, offset) >= CHANGE_MIN
    if (isChanged) changed += 1
    // The darker pixel is the one with ink.
    const colour = oldBrightness < newBrightness ? REMOVED : ADDED
    for (let channel = 0; channel < 3; channel += 1) {
      const faded = WHITE - (WHITE - (after.data[offset + channel] ?? WHITE)) * FADED
      data[offset + channel] = isChanged ? (colour[channel] ?? 0) : faded
    }
    data[offset + 3] = WHITE
  }
  return { data, changed }
}

function distance(one: Uint8ClampedArray, other: Uint8ClampedArray, at: number): number {
  let sum = 0
  for (let channel = 0; channel < 3; channel += 1) {
    sum += Math.abs((one[at + channel] ?? WHITE) - (other[at + channel] ?? WHITE))
  }
  return sum
}

function brightness(data: Uint8ClampedArray, at: number): number {
  return (data[at] ?? WHITE) + (data[at + 1] ?? WHITE) + (data[at + 2] ?? WHITE)
}
