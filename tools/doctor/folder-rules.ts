import { type DoctorLine, lineMaker } from './report.ts'

/** A file or folder whose rights matter. */
export type CheckedPath = {
  path: string
  /** A name of its content, as the object of a sentence. */
  content: string
  /** `private`: only its owner may enter or read it. `closed`: its group may too, as Postgres needs if root runs Attune. */
  privacy: 'private' | 'closed'
  /** Whether Attune must be able to write there. */
  isWritten: boolean
}

/** The rights of an existing path. */
export type PathRights = { mode: number; owner: number; isReadable: boolean; isWritable: boolean }

/**
 * Returns the line about the rights of a path. `rights` is null if the path does not exist; `uid` is the user of this process, null on a system
 * without user ids.
 */
export function rightsLine(
  { path, content, privacy, isWritten }: CheckedPath,
  rights: PathRights | null,
  uid: number | null,
): DoctorLine {
  const line = lineMaker('Folders')
  if (rights === null) return line('not-checked', `${path} (${content}), because it doesn't exist.`)
  const { mode, owner } = rights
  if (uid !== null && uid !== 0 && owner !== uid && isWritten)
    return line(
      'failing',
      `${path} (${content}) belongs to the user ${owner}, but this command runs as ${uid}. Run it as the user who starts Attune, or correct the owner.`,
    )
  const openTo = mode & 0o007 ? 'everyone on this machine' : privacy === 'private' && mode & 0o077 ? 'its group' : null
  if (openTo !== null) {
    return line(
      'failing',
      `${path} (${content}) is open to ${openTo}. Run: chmod ${privacy === 'private' ? 'go-rwx' : 'o-rwx'} ${path}`,
    )
  }
  if (!rights.isReadable) return line('failing', `${path} (${content}) can't be read by this user.`)
  if (isWritten && !rights.isWritable) return line('failing', `${path} (${content}) can't be written by this user.`)
  return line('ok', `${path} (${content}) is closed to other users.`)
}
