const pictures = import.meta.glob<string>('../../../../../examples/*/picture.png', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** The address of the picture of an example of the repository. */
export function pictureOf(example: string): string | null {
  return pictures[`../../../../../examples/${example}/picture.png`] ?? null
}
