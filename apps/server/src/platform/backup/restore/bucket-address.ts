import { StartError } from '../../process/start-error.ts'

/** An address of backups in a bucket. */
export type BucketAddress = {
  /** The bucket of an S3 service. `prefix` is empty or ends with `/`. */
  bucket: { endpoint: string; bucket: string; prefix: string }
  /** The address without the name of a backup. */
  place: string
  /** The name of the backup, if the address is that of an archive; otherwise null. */
  name: string | null
}

/**
 * Parses the address of a bucket, or of an archive in it, `https://service/bucket/prefix`; returns null for a path. Throws a StartError if the
 * address names no bucket.
 */
export function archiveInBucket(from: string): BucketAddress | null {
  if (!/^https?:\/\//.test(from)) return null
  const url = URL.canParse(from) ? new URL(from) : null
  const [, place = '', name = null] = /^(.*?)(?:\/database\/([^/]+)\.tar\.gz\.age)?\/?$/.exec(url?.pathname ?? '') ?? []
  const [, bucket = '', ...prefix] = place.split('/')
  if (!url || bucket === '') throw new StartError('Name the bucket too: https://s3.example.com/bucket/prefix')
  const path = prefix.filter(Boolean).join('/')
  return {
    bucket: { endpoint: url.origin, bucket, prefix: path === '' ? '' : `${path}/` },
    place: [url.origin, bucket, ...(path === '' ? [] : [path])].join('/'),
    name,
  }
}
