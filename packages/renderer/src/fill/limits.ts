// Limits of templates. When one is exceeded, the call fails with a message that names it. A "mustache" is any tag of
// Handlebars: {{x}}, {{#if x}}, {{/if}}, {{! a comment }}.

/** Depth of nested blocks. The parser recurses, so the depth is checked before parsing. */
export const BLOCK_DEPTH_MAX = 100
/** Mustaches in a source. Compiling takes about 0.1 ms each. */
export const MUSTACHES_MAX = 20_000
/** Characters of one mustache. Long paths and lists of arguments cause recursion as well. */
export const MUSTACHE_LENGTH_MAX = 16_384
/** Iterations of `each` for one element, in all loops together. */
export const ITERATIONS_MAX = 1_000_000
/** HTML of one element: slightly more than the largest source. */
export const ELEMENT_BYTES_MAX = 5 * 1024 * 1024
/** HTML of one call. */
export const OUTPUT_BYTES_MAX = 20 * 1024 * 1024
/** Parsing and compiling, as processor time. */
export const COMPILE_LIMIT_MS = 5_000
/** Filling all elements of one call, as processor time. */
export const FILL_LIMIT_MS = 5_000
/** Heap limit of a template host. */
export const HEAP_MB = 512
/** Compiling a schema, or validating the data of one call, as processor time. */
export const SCHEMA_LIMIT_MS = 2_000

/** Library partials of one template, including those that its partials call. */
export const PARTIALS_MAX = 100
/** Depth of nested partials. */
export const PARTIAL_DEPTH_MAX = 20
/** Depth of nested partials during a fill, when the data name the partials. */
export const PARTIAL_CALLS_DEPTH_MAX = 64
/** Calls of library partials for one element. */
export const PARTIAL_CALLS_MAX = 200_000
/** Characters of a template's source with its partials: the maximum of a single source. */
export const SOURCES_LENGTH_MAX = 5_111_808
