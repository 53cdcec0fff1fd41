/** Where an `s3://` URL keeps objects, and how they are reached there. */
export interface S3Location {
  bucket: string
  /** What every key begins with: empty, or ends in a slash. */
  prefix: string
  region: string
  /** Without a path; undefined: Amazon's for the region. */
  endpoint: string | undefined
  /** The same store as those who hold a link reach it, where that is another address. */
  publicEndpoint: string | undefined
  /** The bucket stands in the path, not in the host name. */
  pathStyle: boolean
  /** Who signs the links to PDFs: the store where it can, or always the service. */
  links: 'store' | 'service'
  keys: { accessKeyId: string; secretAccessKey: string } | undefined
}

const PARAMETERS = ['region', 'endpoint', 'publicEndpoint', 'pathStyle', 'links']
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const PREFIX = /^(?:[A-Za-z0-9._-]{1,100}\/){0,5}$/

/**
 * Reads `s3://bucket/prefix?region=…`, with `key:secret@` before the bucket where they are not given otherwise.
 * @throws {Error} that says what the URL takes, and repeats nothing of it.
 */
export function parseS3Url(text: string): S3Location {
  if (!URL.canParse(text) || !text.startsWith('s3://')) {
    throw new Error(
      'it takes s3://bucket?region=…, with % codes for every / + @ and : of a key before the bucket',
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
    // A bucket with dots fits no wildcard certificate.
    pathStyle:
      choice(parameters, 'pathStyle', ['true', 'false'], String(!!endpoint || url.host.includes('.'))) ===
      'true',
    links: choice(parameters, 'links', ['store', 'service'], 'store'),
    keys: keysOf(url),
  }
  if (!BUCKET.test(location.bucket))
    throw new Error('its host is the name of the bucket: s3://bucket?region=…')
  if (!PREFIX.test(location.prefix)) {
    throw new Error(
      'what stands after the bucket takes letters, digits, dots, dashes, underscores and slashes',
    )
  }
  if (!/^[a-z0-9-]{2,40}$/.test(location.region)) {
    throw new Error('it names a region: s3://bucket?region=eu-central-1')
  }
  return location
}

function parametersOf(url: URL): Map<string, string> {
  const parameters = new Map<string, string>()
  for (const [name, value] of url.searchParams) {
    if (!PARAMETERS.includes(name)) {
      throw new Error(`it knows the parameters ${PARAMETERS.join(', ')} and no other`)
    }
    if (parameters.has(name)) throw new Error(`${name} stands in it twice`)
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
  const found = choices.find((candidate) => candidate === value)
  if (found === undefined) throw new Error(`its ${name} is one of ${choices.join(', ')}`)
  return found
}

function originOf(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  const plain = url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  if (!plain) throw new Error(`its ${name} is an address without a path: https://s3.example.com`)
  return url.origin
}

function keysOf(url: URL): S3Location['keys'] {
  if (url.username === '' && url.password === '') return undefined
  if (url.username === '' || url.password === '') {
    throw new Error('before the bucket stand both keys, or none: s3://key:secret@bucket?region=…')
  }
  return {
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  }
}
