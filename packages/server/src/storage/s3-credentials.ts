import { fromHttp } from '@aws-sdk/credential-provider-http'
import { fromTokenFile } from '@aws-sdk/credential-provider-web-identity'
import type { S3ClientConfig } from '@aws-sdk/client-s3'
import { fromInstanceMetadata } from '@smithy/credential-provider-imds'

/** Credentials for the store. The kind is explicit, because the default chain of the SDK also reads files and runs programs. */
export type S3Credentials =
  | { kind: 'keys'; accessKeyId: string; secretAccessKey: string; sessionToken: string | undefined }
  /** Role that a Kubernetes service account may assume. */
  | { kind: 'web-identity'; roleArn: string; tokenFile: string }
  /** Credentials that the host of the container provides. */
  | {
      kind: 'container'
      relativeUri: string | undefined
      fullUri: string | undefined
      token: string | undefined
      tokenFile: string | undefined
    }
  /** Role of the virtual machine. */
  | { kind: 'instance' }

const METADATA_LIMITS = { timeout: 2_000, maxRetries: 2 }

/** Returns true for credentials that do not expire. A presigned URL ends with the credentials that signed it. */
export function areLongLived(credentials: S3Credentials): boolean {
  return credentials.kind === 'keys' && credentials.sessionToken === undefined
}

/** Returns the credentials for the SDK: fixed ones, or a provider that renews them before they expire. */
export function credentialsFor(
  credentials: S3Credentials,
  region: string,
): NonNullable<S3ClientConfig['credentials']> {
  switch (credentials.kind) {
    case 'keys': {
      const { accessKeyId, secretAccessKey, sessionToken } = credentials
      return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) }
    }
    case 'web-identity':
      return fromTokenFile({
        roleArn: credentials.roleArn,
        webIdentityTokenFile: credentials.tokenFile,
        roleSessionName: 'platen',
        clientConfig: { region },
      })
    case 'container':
      return fromHttp({
        ...METADATA_LIMITS,
        ...(credentials.relativeUri !== undefined && {
          awsContainerCredentialsRelativeUri: credentials.relativeUri,
        }),
        ...(credentials.fullUri !== undefined && { awsContainerCredentialsFullUri: credentials.fullUri }),
        ...(credentials.token !== undefined && { awsContainerAuthorizationToken: credentials.token }),
        ...(credentials.tokenFile !== undefined && {
          awsContainerAuthorizationTokenFile: credentials.tokenFile,
        }),
      })
    case 'instance':
      return fromInstanceMetadata(METADATA_LIMITS)
  }
}
