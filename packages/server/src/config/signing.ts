import { ConfigError, type Variables } from '@platen/renderer/config/variables'

/** Settings for signatures. */
export interface SigningConfig {
  /** Key that encrypts private keys in the database: 32 bytes. `undefined`: the service stores no certificates. */
  readonly certificateKey: Buffer | undefined
  /** URL of a time-stamp server (RFC 3161). `undefined`: signatures have no time stamps. */
  readonly timeStampUrl: string | undefined
}

const KEY_BYTES = 32

/** Reads the settings for signatures. @throws {ConfigError} for a key of another length, and for a wrong URL. */
export function readSigning(variables: Variables): SigningConfig {
  const text = variables.text('CERTIFICATE_KEY')
  const key = text === undefined ? undefined : Buffer.from(text, 'base64')
  if (key && (key.length !== KEY_BYTES || key.toString('base64') !== text)) {
    // Omits the value, because it is a secret.
    throw new ConfigError('CERTIFICATE_KEY', '…', 'use 32 random bytes in base64: openssl rand -base64 32')
  }
  return { certificateKey: key, timeStampUrl: variables.url('TIMESTAMP_URL', ['http:', 'https:']) }
}
