import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** The paths of the PEM files for HTTPS. */
export type TlsFiles = { cert: string; key: string }

/**
 * Reads the settings of the certificate. Adds a sentence to `mistakes` for each file that cannot be read or contains something else, and if the key
 * does not belong to the certificate.
 */
export function readTls(cert: string | null, key: string | null, dir: string, mistakes: string[]): TlsFiles | null {
  if (cert === null && key === null) return null
  if (cert === null || key === null) {
    mistakes.push('Set both TLS_CERT and TLS_KEY, or neither.')
    return null
  }
  const files = { cert: resolve(dir, cert), key: resolve(dir, key) }
  const certificate = parse('TLS_CERT', files.cert, (pem) => new X509Certificate(pem), 'a certificate', mistakes)
  const privateKey = parse<KeyObject>(
    'TLS_KEY',
    files.key,
    createPrivateKey,
    'a private key without a password',
    mistakes,
  )
  if (certificate && privateKey && !certificate.checkPrivateKey(privateKey))
    mistakes.push(`TLS_KEY must be the key of TLS_CERT, but ${files.key} doesn't belong to ${files.cert}.`)
  return files
}

/** Reads a PEM file with `read`. Adds a sentence to `mistakes` and returns null if that fails; no sentence shows the content. */
function parse<Content>(
  name: string,
  file: string,
  read: (pem: Buffer) => Content,
  content: string,
  mistakes: string[],
): Content | null {
  const pem = readOrNull(file)
  if (pem === null) {
    mistakes.push(`${name} must be a PEM file with ${content}, but Attune can't read the file ${file}.`)
    return null
  }
  try {
    return read(pem)
  } catch {
    mistakes.push(`${name} must be a PEM file with ${content}, but ${file} contains something else.`)
    return null
  }
}

function readOrNull(file: string): Buffer | null {
  try {
    return readFileSync(file)
  } catch {
    return null
  }
}
