/** Parsed `s3://` URL: the bucket and the way to reach it. */
export interface S3Location {
  bucket: string
  /** Prefix of each key. Empty, or ends in a slash. */
  prefix: string
  region: string
  /** Origin without a path. `undefined`: the endpoint of Amazon S3 for the region. */
  endpoint: string | undefined
  /** Endpoint for signed URLs, when clients reach the store under another address than the service. */
  publicEndpoint: string | undefined
  /** True when the bucket is in the path, not in the host name. */
  pathStyle: boolean
  /** Signer of PDF URLs: the store when it can, or always the service. */
  links: 'store' | 'service'
  keys: { accessKeyId: string; secretAccessKey: string } | undefined
}

const PARAMETERS = ['region', 'endpoint', 'publicEndpoint', 'pathStyle', 'links']
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const PREFIX = /^(?:[A-Za-z0-9._-]{1,100}\/){0,5}$/

/**
 * Parses `s3://bucket/prefix?region=…`, optionally with `key:secret@` before the bucket.
 * @throws {Error} with the expected form. The message does not repeat the URL, which may contain a secret.
 */
export function parseS3Url(text: string): S3Location {
  if (!URL.canParse(text) || !text.startsWith('s3://')) {
    throw new Error(
      'it must have the form s3://bucket?region=…, with / + @ and : of a key before the bucket percent-encoded',
    )
  }
  const url = new URL(text)
  const parameters = parametersOf(url)
  const endpoint = originOf('endpoint', parameters.get('endpoint'))
  const region = parameters.get('region') ?? (endpoint && 'us-east-1')
  const prefix = url.pathname.replace(/^\/+|(?<!\/)\/+$/g, '')
  const location = {
    bucket: url.host,
    prefix: prefix && `${prefix}/`,
    region: region ?? '',
    endpoint,
    publicEndpoint: originOf('publicEndpoint', parameters.get('publicEndpoint')),
    // Wildcard certificates do not match a bucket name with dots.
    pathStyle:
      choice(parameters, 'pathStyle', ['true', 'false'], String(!!endpoint || url.host.includes('.'))) ===
      'true',
    links: choice(parameters, 'links', ['store', 'service'], 'store'),
    keys: keysOf(url),
  }
  if (!BUCKET.test(location.bucket))
    throw new Error('its host must be the name of the bucket: s3://bucket?region=…')
  if (!PREFIX.test(location.prefix)) {
    throw new Error('its path may contain letters, digits, dots, dashes, underscores and slashes only')
  }
  if (!/^[a-z0-9-]{2,40}$/.test(location.region)) {
    throw new Error('its parameter region is required: s3://bucket?region=eu-central-1')
  }
  return location
}

function parametersOf(url: URL): Map<string, string> {
  const parameters = new Map<string, string>()
  for (const [name, value] of url.searchParams) {
    if (!PARAMETERS.includes(name)) {
      throw new Error(`it may have the parameters ${PARAMETERS.join(', ')} only`)
    }
    if (parameters.has(name)) throw new Error(`its parameter ${name} occurs twice`)
    parameters.set(name, value)
  }
  return parameters
}

function choice<const Choice extends string>(
  parameters: Map<string, string>,
  name: string,
  choices: readonly Choice[],
  fallback: string,
): Choice {
  const value = parameters.get(name) ?? fallback
  const match = choices.find((candidate) => candidate === value)
  if (match === undefined) throw new Error(`its parameter ${name} must be one of ${choices.join(', ')}`)
  return match
}

function originOf(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  const plain = url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  if (!plain)
    throw new Error(`its parameter ${name} must be an address without a path: https://s3.example.com`)
  return url.origin
}

function keysOf(url: URL): S3Location['keys'] {
  if (url.username === '' && url.password === '') return undefined
  if (url.username === '' || url.password === '') {
    throw new Error(
      'it needs both key and secret before the bucket, or neither: s3://key:secret@bucket?region=…',
    )
  }
  return {
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  }
}
