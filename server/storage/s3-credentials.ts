import { fromHttp } from '@aws-sdk/credential-provider-http'
import { fromTokenFile } from '@aws-sdk/credential-provider-web-identity'
import type { S3ClientConfig } from '@aws-sdk/client-s3'
import { fromInstanceMetadata } from '@smithy/credential-provider-imds'

/** Who we are to the store. Each is asked for by name: the SDK’s own search also looks into files and runs programs. */
export type S3Credentials =
  | { kind: 'keys'; accessKeyId: string; secretAccessKey: string; sessionToken: string | undefined }
  /** A role that a Kubernetes service account may take on. */
  | { kind: 'web-identity'; roleArn: string; tokenFile: string }
  /** What the container's host hands out. */
  | {
      kind: 'container'
      relativeUri: string | undefined
      fullUri: string | undefined
      token: string | undefined
      tokenFile: string | undefined
    }
  /** The role of the virtual machine. */
  | { kind: 'instance' }

const PATIENCE = { timeout: 2_000, maxRetries: 2 }

/** Whether these never end by themselves: a URL signed with others dies with them, whatever it says. */
export function areLongLived(credentials: S3Credentials): boolean {
  return credentials.kind === 'keys' && credentials.sessionToken === undefined
}

/** The credentials as the SDK takes them: fixed ones, or a provider that it asks again before they end. */
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
        ...PATIENCE,
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
      return fromInstanceMetadata(PATIENCE)
  }
}
