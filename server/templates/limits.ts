/** Largest JSON Schema of a template, as text. */
export const SCHEMA_BYTES_MAX = 64 * 1024

/** Largest sample data of a template, as text. */
export const SAMPLE_DATA_BYTES_MAX = 256 * 1024
