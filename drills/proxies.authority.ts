import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * Makes a certificate authority in `folder`, and a certificate that it signs for the host `name`: `authority.pem`, `fullchain.pem`, `privkey.pem`,
 * and `attune.pem` with both for haproxy.
 */
export async function makeAuthority(folder: string, name: string): Promise<void> {
  const openssl = (...args: string[]) => promisify(execFile)('openssl', args, { cwd: folder })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const authority = ['-x509', '-days', '30', '-subj', '/CN=An authority of the drill']
  await openssl('req', ...key, ...authority, '-keyout', 'authority.key', '-out', 'authority.pem')
  await openssl('req', ...key, '-subj', `/CN=${name}`, '-keyout', 'privkey.pem', '-out', 'request.pem')
  writeFileSync(join(folder, 'names'), `subjectAltName=DNS:${name}\n`)
  const signed = [
    '-CA',
    'authority.pem',
    '-CAkey',
    'authority.key',
    '-CAcreateserial',
    '-extfile',
    'names',
    '-days',
    '30',
  ]
  await openssl('x509', '-req', '-in', 'request.pem', ...signed, '-out', 'fullchain.pem')
  const both = ['fullchain.pem', 'privkey.pem'].map((file) => readFileSync(join(folder, file), 'utf8'))
  writeFileSync(join(folder, 'attune.pem'), both.join(''), { mode: 0o600 })
}
