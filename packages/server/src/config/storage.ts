import type { S3Credentials } from '../storage/s3-credentials.ts'
import { parseS3Url, type S3Location } from '../storage/s3-location.ts'
import { ConfigError, type Variables } from '@platen/renderer/config/variables'

/** Storage of objects: local files or S3. */
export type StorageConfig =
  | { readonly kind: 'files' }
  | { readonly kind: 's3'; readonly location: S3Location; readonly credentials: S3Credentials }

/** Reads the storage settings. @throws {ConfigError} for a wrong URL or an incomplete pair of keys. */
export function readStorage(variables: Variables): StorageConfig {
  const url = variables.text('STORAGE_URL')
  const credentials = credentialsOf(variables)
  if (url === undefined) return { kind: 'files' }
  let location: S3Location
  try {
    location = parseS3Url(url)
  } catch (error) {
    // Omits the value, because a URL can contain a key.
    throw new ConfigError('STORAGE_URL', '…', error instanceof Error ? error.message : String(error))
  }
  const { keys } = location
  return {
    kind: 's3',
    location,
    credentials: keys ? { kind: 'keys', ...keys, sessionToken: undefined } : credentials(),
  }
}

/** Returns credentials for a URL that has none, from the environment in the order of Amazon's own tools. */
function credentialsOf(variables: Variables): () => S3Credentials {
  const accessKeyId = variables.text('AWS_ACCESS_KEY_ID')
  const secretAccessKey = variables.text('AWS_SECRET_ACCESS_KEY')
  const sessionToken = variables.text('AWS_SESSION_TOKEN')
  const roleArn = variables.text('AWS_ROLE_ARN')
  const roleFile = variables.text('AWS_WEB_IDENTITY_TOKEN_FILE')
  const relativeUri = variables.text('AWS_CONTAINER_CREDENTIALS_RELATIVE_URI')
  const fullUri = variables.text('AWS_CONTAINER_CREDENTIALS_FULL_URI')
  const token = variables.text('AWS_CONTAINER_AUTHORIZATION_TOKEN')
  const tokenFile = variables.text('AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE')
  return () => {
    if (accessKeyId !== undefined && secretAccessKey !== undefined) {
      return { kind: 'keys', accessKeyId, secretAccessKey, sessionToken }
    }
    if (accessKeyId !== undefined) {
      throw new ConfigError('AWS_SECRET_ACCESS_KEY', '', 'AWS_ACCESS_KEY_ID requires it')
    }
    if (roleArn !== undefined && roleFile !== undefined) {
      return { kind: 'web-identity', roleArn, tokenFile: roleFile }
    }
    if (relativeUri !== undefined || fullUri !== undefined) {
      return { kind: 'container', relativeUri, fullUri, token, tokenFile }
    }
    return { kind: 'instance' }
  }
}
