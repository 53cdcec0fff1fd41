/** What a template may ask for. Each limit ends the call with its name in the message. */

/** Open blocks inside each other. The parser recurses, so this is counted before it is entered. */
export const BLOCK_DEPTH_MAX = 100
/** Mustaches in a source: compiling takes some 0.1 ms each. */
export const TAGS_MAX = 20_000
/** One mustache: long paths and lists of arguments recurse as well. */
export const TAG_LENGTH_MAX = 16_384
/** Turns of `each` for one element, all loops together. */
export const ITERATIONS_MAX = 1_000_000
/** HTML of one element: a little more than the largest source. */
export const ELEMENT_BYTES_MAX = 5 * 1024 * 1024
/** HTML of one call. */
export const OUTPUT_BYTES_MAX = 20 * 1024 * 1024
/** Parsing and compiling, as time of a processor. */
export const COMPILE_LIMIT_MS = 5_000
/** Filling all elements of one call, the same. */
export const FILL_LIMIT_MS = 5_000
/** What the process that does it may hold in memory. */
export const HEAP_MB = 512
/** Compiling a schema, or looking whether the data of one call fit it, as time of a processor. */
export const SCHEMA_LIMIT_MS = 2_000

/** Shared partials in one template, those that others call among them. */
export const PARTIALS_MAX = 100
/** How many of them may stand within each other. */
export const PARTIAL_DEPTH_MAX = 20
/** The same while filling, where the data names them. */
export const PARTIAL_CALLS_DEPTH_MAX = 64
/** Calls of shared partials for one element. */
export const PARTIAL_CALLS_MAX = 200_000
/** A template's source with those of its partials, in characters: as long as the longest source alone. */
export const SOURCES_LENGTH_MAX = 5_111_808
