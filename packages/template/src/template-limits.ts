/**
 * Largest source of a template, in bytes. In base64 it fits into a request body of 6.5 MiB, with 2,400 bytes left for
 * the other fields.
 */
export const SOURCE_BYTES_MAX = 5_110_000

/** Largest data schema of a template as text, in bytes. */
export const SCHEMA_BYTES_MAX = 64 * 1024

/** Largest sample data of a template as text, in bytes. */
export const SAMPLE_DATA_BYTES_MAX = 256 * 1024

/** Largest number of data sets of a template. */
export const DATA_SETS_MAX = 20

/** Largest total size of the data sets of a template as text, in bytes. Each is at most as large as sample data. */
export const DATA_SETS_BYTES_MAX = 1024 * 1024

/** Largest PDF options of a template as text, in bytes. */
export const PDF_OPTIONS_BYTES_MAX = 64 * 1024
