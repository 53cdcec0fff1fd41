const pictures = import.meta.glob<string>('../../../../../../examples/*/picture.png', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** Returns the URL of the picture of an example; null when it has none. */
export function pictureOf(example: string): string | null {
  return pictures[`../../../../../../examples/${example}/picture.png`] ?? null
}
