/** Below this much of a change, in all three colours together, letters are only smoothed otherwise. */
const CHANGE_MIN = 48
const FADED = 0.25
const REMOVED = [214, 48, 49] as const
const ADDED = [22, 130, 72] as const
const WHITE = 255

/** A picture as a canvas gives it: four bytes a pixel. */
interface Picture {
  data: Uint8ClampedArray
  width: number
  height: number
}

/**
 * Two pictures of one size as one: what is the same is faded, what was only before is red, what is new is green.
 * @returns the picture's bytes, and how many pixels differ.
 */
export function comparePictures(
  before: Picture,
  after: Picture,
): { data: Uint8ClampedArray<ArrayBuffer>; changed: number } {
  const data = new Uint8ClampedArray(after.width * after.height * 4)
  let changed = 0
  for (let at = 0; at < data.length; at += 4) {
    const [old, now] = [brightness(before.data, at), brightness(after.data, at)]
    const isChanged = distance(before.data, after.data, at) >= CHANGE_MIN
    if (isChanged) changed += 1
    // What is darker is what there is on paper.
    const colour = old < now ? REMOVED : ADDED
    for (let channel = 0; channel < 3; channel += 1) {
      const same = WHITE - (WHITE - (after.data[at + channel] ?? WHITE)) * FADED
      data[at + channel] = isChanged ? (colour[channel] ?? 0) : same
    }
    data[at + 3] = WHITE
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
