/** Largest source of a partial, in bytes. */
export const PARTIAL_BYTES_MAX = 512 * 1024

/** Largest asset, in bytes. */
export const ASSET_BYTES_MAX = 5 * 1024 * 1024
