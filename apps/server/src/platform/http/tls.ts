import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import type { Config } from '../config/config.ts'
import type { Log } from '../log.ts'

type Files = NonNullable<Config['tls']>

export const readCertificate = (files: Files) => ({ cert: readFileSync(files.cert), key: readFileSync(files.key) })

/**
 * Watches the certificate files and uses a renewed certificate. Keeps the old certificate if the new one is invalid.
 * Returns a function that stops watching.
 */
export function watchCertificate(server: object, files: Files, log: Log): () => void {
  const renew = () => {
    try {
      if ('setSecureContext' in server && typeof server.setSecureContext === 'function')
        server.setSecureContext(readCertificate(files))
      log.info('certificate renewed')
    } catch (error) {
      log.error('the new certificate cannot be used', { error })
    }
  }
  for (const file of [files.cert, files.key]) watchFile(file, { interval: 1_000, persistent: false }, renew)
  return () => {
    for (const file of [files.cert, files.key]) unwatchFile(file, renew)
  }
}
