import type { BetterAuthOptions } from 'better-auth'

/** Names of better-auth's tables and columns in the database, which migrations 0013 and 0025 define. */
export const AUTH_TABLES = {
  user: {
    modelName: 'identity_users',
    fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    additionalFields: {
      browserHash: {
        type: 'string',
        required: false,
        input: false,
        returned: false,
        fieldName: 'browser_hash',
      },
    },
  },
  session: {
    modelName: 'identity_sessions',
    fields: {
      userId: 'user_id',
      token: 'token_hash',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
  },
  account: {
    modelName: 'identity_credentials',
    fields: {
      userId: 'user_id',
      accountId: 'provider_user_id',
      providerId: 'provider_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
  },
  verification: {
    modelName: 'identity_verifications',
    fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    // The database stores hashes of the links.
    storeIdentifier: 'hashed',
  },
} as const satisfies BetterAuthOptions

/** Names of the table and columns for the keys of better-auth's JWT plugin. */
export const AUTH_KEYS_TABLE = {
  jwks: {
    modelName: 'identity_keys',
    fields: {
      publicKey: 'public_key',
      privateKey: 'private_key',
      createdAt: 'created_at',
      expiresAt: 'expires_at',
    },
  },
} as const
