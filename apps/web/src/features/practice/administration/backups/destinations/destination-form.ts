import type { NewDestination } from '@attune/contract/features/practice/administration/administration.backups'
import {
  isAccessKey,
  isBucketName,
  isBucketPrefix,
  isStorageAddress,
} from '@attune/contract/features/practice/administration/administration.backups.rules'

/** The initial values of the dialog, with the fields of both kinds of destinations. */
export const emptyDestination = {
  kind: 'folder' as NewDestination['kind'],
  folder: '',
  endpoint: '',
  region: '',
  bucket: '',
  prefix: '',
  accessKeyId: '',
  secretAccessKey: '',
}
export type TypedDestination = typeof emptyDestination
export type BucketField = Exclude<keyof TypedDestination, 'kind' | 'folder'>

const bucketChecks: Record<BucketField, (text: string) => boolean> = {
  endpoint: isStorageAddress,
  region: (text) => /^[a-z0-9-]+$/i.test(text),
  bucket: isBucketName,
  prefix: isBucketPrefix,
  accessKeyId: isAccessKey,
  secretAccessKey: isAccessKey,
}

/** Returns the names of the fields with missing or invalid values. */
export function wrongFields(typed: TypedDestination): (keyof TypedDestination)[] {
  if (typed.kind === 'folder') return typed.folder.trim() ? [] : ['folder']
  return (Object.keys(bucketChecks) as BucketField[]).filter((name) => !bucketChecks[name](typed[name].trim()))
}

/** Returns the destination in the format of the API. */
export function destinationOf({ kind, folder, ...bucket }: TypedDestination): NewDestination {
  if (kind === 'folder') return { kind, folder: folder.trim() }
  const trimmed = Object.fromEntries(Object.entries(bucket).map(([name, text]) => [name, text.trim()]))
  return { kind, ...(trimmed as typeof bucket) }
}
