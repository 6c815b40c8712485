import {
  isBucketName,
  isBucketPrefix,
  isStorageAddress,
} from '@attune/contract/features/practice/administration/administration.backups.rules'
import type { S3Settings } from '../object-store/s3-requests.ts'
import { hostAndPort } from '../outbound/outbound.ts'
import { readLocalHosts } from './addresses.ts'
import { requireSecretWord, requireWord, showValue } from './values.ts'

/** The settings of the bucket for users' files, in the order of `.env.example`. */
export const filesBucketNames = [
  'FILES_S3_ENDPOINT',
  'FILES_S3_REGION',
  'FILES_S3_BUCKET',
  'FILES_S3_PREFIX',
  'FILES_S3_ACCESS_KEY_ID',
  'FILES_S3_SECRET_ACCESS_KEY',
  'FILES_S3_ENCRYPTION_KEY',
  'FILES_LOCAL_HOSTS',
] as const

export type FilesBucketConfig = {
  /** The bucket in which users' files are stored. Null means that they are in the data folder. */
  filesBucket: S3Settings | null
  /** Hosts on this machine or in its network at which this bucket may be, as `host:port`. */
  filesLocalHosts: string[]
}

/** The prefix that backups in the same bucket never use. */
const usualPrefix = 'attune-files/'
const required = [
  'FILES_S3_ENDPOINT',
  'FILES_S3_REGION',
  'FILES_S3_BUCKET',
  'FILES_S3_ACCESS_KEY_ID',
  'FILES_S3_SECRET_ACCESS_KEY',
] as const
const optional = ['FILES_S3_PREFIX', 'FILES_S3_ENCRYPTION_KEY'] as const

type Read = (name: (typeof filesBucketNames)[number]) => string | null

/** Reads the bucket of users' files. Adds a sentence to `mistakes` for each wrong value, or if a required one is missing. */
export function readFilesBucket(read: Read, mistakes: string[]): FilesBucketConfig {
  const filesLocalHosts = readLocalHosts('FILES_LOCAL_HOSTS', read('FILES_LOCAL_HOSTS'), mistakes)
  if ([...required, ...optional].every((name) => read(name) === null)) return { filesBucket: null, filesLocalHosts }
  const missing = required.filter((name) => read(name) === null)
  if (missing.length > 0) {
    mistakes.push(`To store files in a bucket, also set ${missing.join(', ')}.`)
    return { filesBucket: null, filesLocalHosts }
  }
  const encryptionKey = read('FILES_S3_ENCRYPTION_KEY')
  const bucket: S3Settings = {
    endpoint: read('FILES_S3_ENDPOINT') ?? '',
    region: read('FILES_S3_REGION') ?? '',
    bucket: read('FILES_S3_BUCKET') ?? '',
    prefix: read('FILES_S3_PREFIX') ?? usualPrefix,
    accessKeyId: read('FILES_S3_ACCESS_KEY_ID') ?? '',
    secretAccessKey: read('FILES_S3_SECRET_ACCESS_KEY') ?? '',
    ...(encryptionKey !== null && { encryptionKey }),
  }
  requireValidBucket(bucket, filesLocalHosts, mistakes)
  return { filesBucket: bucket, filesLocalHosts }
}

function requireValidBucket(
  { endpoint, region, bucket, prefix, accessKeyId, secretAccessKey, encryptionKey }: S3Settings,
  localHosts: readonly string[],
  mistakes: string[],
): void {
  if (!isStorageAddress(endpoint))
    mistakes.push(
      `FILES_S3_ENDPOINT must be the address of the service without the bucket, such as https://s3.eu-central-1.amazonaws.com, not ${showValue(endpoint)}.`,
    )
  else if (new URL(endpoint).protocol === 'http:' && !localHosts.includes(hostAndPort(new URL(endpoint))))
    mistakes.push('FILES_S3_ENDPOINT must begin with https://, unless FILES_LOCAL_HOSTS names its host and port.')
  if (!/^[a-z0-9-]{1,60}$/i.test(region))
    mistakes.push(`FILES_S3_REGION must be a region such as eu-central-1, not ${showValue(region)}.`)
  if (!isBucketName(bucket)) mistakes.push(`FILES_S3_BUCKET must be the name of a bucket, not ${showValue(bucket)}.`)
  if (!isBucketPrefix(prefix) || prefix.length > 100)
    mistakes.push(`FILES_S3_PREFIX must end with a slash, such as attune-files/, not ${showValue(prefix)}.`)
  requireWord('FILES_S3_ACCESS_KEY_ID', accessKeyId, mistakes)
  requireSecretWord('FILES_S3_SECRET_ACCESS_KEY', secretAccessKey, mistakes)
  if (encryptionKey === undefined) return
  if (!/^[A-Za-z0-9+/]{43}=$/.test(encryptionKey))
    mistakes.push(
      'FILES_S3_ENCRYPTION_KEY must be 32 random bytes in base64, as `openssl rand -base64 32` prints them. Its value is not shown because it is secret.',
    )
  else if (endpoint.startsWith('http:'))
    mistakes.push(
      'FILES_S3_ENCRYPTION_KEY needs an address that begins with https://, because each request contains the key.',
    )
}
