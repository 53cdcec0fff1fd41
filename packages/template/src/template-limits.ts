/**
 * Largest source of a template, in bytes. In base64 it fits into a request body of 6.5 MiB, with 2,400 bytes left for
 * the other fields.
 */
export const SOURCE_BYTES_MAX = 5_110_000

/** Largest data schema of a template as text, in bytes. */
export const SCHEMA_BYTES_MAX = 64 * 1024

/** Largest sample data of a template as text, in bytes. */
export const SAMPLE_DATA_BYTES_MAX = 256 * 1024
