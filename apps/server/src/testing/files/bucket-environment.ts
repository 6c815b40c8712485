import type { S3Settings } from '../../platform/object-store/s3-requests.ts'

/** Returns the environment variables of a server whose files are in a bucket on this machine. */
export const bucketEnvironment = (settings: S3Settings, localHost: string): Record<string, string> => ({
  FILES_S3_ENDPOINT: settings.endpoint,
  FILES_S3_REGION: settings.region,
  FILES_S3_BUCKET: settings.bucket,
  FILES_S3_PREFIX: settings.prefix,
  FILES_S3_ACCESS_KEY_ID: settings.accessKeyId,
  FILES_S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  FILES_LOCAL_HOSTS: localHost,
})
