import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { StartError } from '../../process/start-error.ts'
import { untar } from '../untar.ts'
import { requireSafeTar } from './safe-tar.ts'

/**
 * Unpacks a compressed tar archive into a folder. Refuses links and names that leave the folder before it writes them. Throws a StartError with
 * `failure` for a truncated or damaged archive; the folder then contains a part of it.
 */
export async function unpackStream(packed: Readable, folder: string, failure: string): Promise<void> {
  try {
    await untar(packed, [createGunzip(), requireSafeTar()], folder)
  } catch (cause) {
    throw new StartError(`${failure}: ${(cause as Error).message}`, { cause })
  }
}
