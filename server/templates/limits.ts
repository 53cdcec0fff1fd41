/**
 * Largest source of a template, in bytes. As base64 it fits into a request body of 6.5 MiB, with 2,400 bytes left for the
 * other fields.
 */
export const SOURCE_BYTES_MAX = 5_110_000

/** Largest JSON Schema of a template, as text. */
export const SCHEMA_BYTES_MAX = 64 * 1024

/** Largest sample data of a template, as text. */
export const SAMPLE_DATA_BYTES_MAX = 256 * 1024
