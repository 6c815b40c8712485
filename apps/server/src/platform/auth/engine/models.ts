import type { Clock } from '../../clock.ts'

/** The names of Better Auth's tables and columns in the schema `auth`. */

export const userModel = {
  fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
  additionalFields: {
    firstName: { type: 'string', required: false, fieldName: 'first_name', returned: false },
    lastName: { type: 'string', required: false, fieldName: 'last_name', returned: false },
    language: { type: 'string', required: false, returned: false },
  },
} as const

export const loginModel = (clock: Clock) =>
  ({
    modelName: 'login',
    fields: {
      userId: 'user_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
    additionalFields: {
      strength: { type: 'number', required: true, defaultValue: 1, input: false },
      method: { type: 'string', required: true, defaultValue: 'none', input: false },
      lastSeenAt: {
        type: 'date',
        required: true,
        fieldName: 'last_seen_at',
        defaultValue: () => clock.now(),
        input: false,
      },
      replaces: { type: 'string', required: false, input: false },
    },
  }) as const

export const accountModel = {
  fields: {
    userId: 'user_id',
    accountId: 'account_id',
    providerId: 'provider_id',
    accessToken: 'access_token',
    refreshToken: 'refresh_token',
    idToken: 'id_token',
    accessTokenExpiresAt: 'access_token_expires_at',
    refreshTokenExpiresAt: 'refresh_token_expires_at',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  },
} as const

export const verificationModel = {
  fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
} as const

export const twoFactorModel = {
  user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
  twoFactor: {
    modelName: 'two_factor',
    fields: {
      userId: 'user_id',
      backupCodes: 'backup_codes',
      failedVerificationCount: 'failed_verification_count',
      lockedUntil: 'locked_until',
    },
  },
} as const

export const passkeyModel = {
  passkey: {
    fields: {
      publicKey: 'public_key',
      userId: 'user_id',
      credentialID: 'credential_id',
      deviceType: 'device_type',
      backedUp: 'backed_up',
      createdAt: 'created_at',
    },
  },
} as const
