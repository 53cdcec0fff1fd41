/**
 * Largest source of a template, in bytes. A request body of 6.5 MiB holds no larger one as base64; in practice a few
 * bytes less, because the body has other fields.
 */
export const SOURCE_BYTES_MAX = 5_111_808

/** Largest JSON Schema of a template, as text. */
export const SCHEMA_BYTES_MAX = 64 * 1024

/** Largest sample data of a template, as text. */
export const SAMPLE_DATA_BYTES_MAX = 256 * 1024
