/** Sizes of the parts of a 64-bit ELF file, in bytes. The format is described in `man 5 elf`. */
const IDENTIFICATION_BYTES = 20
const HEADER_BYTES = 64
const SEGMENT_BYTES = 56
const SYMBOL_BYTES = 24
const ENTRY_BYTES = 16
const HASH_HEADER_WORDS = 3
/** Page size of the segments. Linux uses pages of 4 to 64 KB. */
const PAGE_BYTES = 0x10000

const READ_WRITE = 6
const Segment = { load: 1, dynamic: 2, stack: 0x6474e551 }
const Entry = { end: 0, hash: 4, strings: 5, symbols: 6, stringsBytes: 10, symbolBytes: 11, name: 14 }
/** A symbol that other libraries can use, of section 1. Section 0 would mean that it is undefined. */
const GLOBAL_SYMBOL = 0x10 | (1 << 16)

/**
 * Returns an ELF shared library that defines symbols and contains no code. With it the dynamic linker can load a
 * library that is linked to functions which are never called. Each symbol is the address of zeros that are not
 * executable, so that a call ends the process.
 *
 * @param library.name file name in the list of needed libraries of the library that needs it
 * @param library.symbols names of functions and variables
 * @param library.like the content of another library of the same platform
 */
export function createEmptyLibrary(library: {
  name: string
  symbols: readonly string[]
  like: Buffer
}): Buffer {
  const { name, symbols, like } = library
  const strings = Buffer.from(['', name, ...symbols, ''].join('\0'))
  const offsetOf = (text: string) => strings.indexOf(`\0${text}\0`) + 1

  const zeros = HEADER_BYTES + 3 * SEGMENT_BYTES
  const symbolTable = zeros + 8
  const hashTable = symbolTable + (symbols.length + 1) * SYMBOL_BYTES
  const hashWords = HASH_HEADER_WORDS + symbols.length + 1
  const dynamic = hashTable + (hashWords + (hashWords % 2)) * 4
  const stringTable = dynamic + 7 * ENTRY_BYTES
  const size = stringTable + strings.length

  const header = words(1, long(0), long(HEADER_BYTES), long(0), 0, HEADER_BYTES | (SEGMENT_BYTES << 16), 3, 0)
  const segment = (type: number, from: number, to: number, alignment: number) =>
    words(
      type,
      READ_WRITE,
      long(from),
      long(from),
      long(from),
      long(to - from),
      long(to - from),
      long(alignment),
    )
  const entry = (tag: number, value: number) => words(long(tag), long(value))

  return Buffer.concat([
    // The byte order, the file type and the processor.
    like.subarray(0, IDENTIFICATION_BYTES),
    header,
    segment(Segment.load, 0, size, PAGE_BYTES),
    segment(Segment.dynamic, dynamic, stringTable, 8),
    // Without this segment the stack of the process would become executable.
    segment(Segment.stack, 0, 0, 16),
    words(long(0)),
    // The table starts with an undefined symbol.
    Buffer.alloc(SYMBOL_BYTES),
    ...symbols.map((symbol) => words(offsetOf(symbol), GLOBAL_SYMBOL, long(zeros), long(0))),
    // A hash table with one bucket: the list of all symbols, each with the number of the next one, ended by 0.
    words(
      1,
      symbols.length + 1,
      1,
      0,
      symbols.map((_, index) => (index + 2) % (symbols.length + 1)),
    ),
    Buffer.alloc((hashWords % 2) * 4),
    entry(Entry.name, offsetOf(name)),
    entry(Entry.hash, hashTable),
    entry(Entry.symbols, symbolTable),
    entry(Entry.symbolBytes, SYMBOL_BYTES),
    entry(Entry.strings, stringTable),
    entry(Entry.stringsBytes, strings.length),
    entry(Entry.end, 0),
    strings,
  ])
}

/** Returns 64 bits as two words. The upper one is 0, because the file is small. */
function long(value: number): number[] {
  return [value, 0]
}

/** Returns words of 32 bits. All platforms of Chromium are little-endian. */
function words(...values: (number | number[])[]): Buffer {
  return Buffer.from(Uint32Array.from(values.flat()).buffer)
}
