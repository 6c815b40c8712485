import { X509Certificate } from 'node:crypto'
import { createPrivateKey, randomBytes } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../../apps/server/src/platform/config/config.ts'
import { addressProof, addressProofPath } from '../../apps/server/src/platform/http/site/address-proof.ts'
import type { Secrets } from '../../apps/server/src/platform/secrets/secrets.ts'
import { type DoctorLine, lineMaker } from './report.ts'
import { type DoctorAnswer, request } from './request.ts'
import { certificateLines, clockLine } from './rules.ts'

const line = lineMaker('Address')
const certificateLine = lineMaker('Certificate')
const lookupMilliseconds = 10_000

/** Returns the lines about the certificate file of TLS_CERT: its dates, its names, and whether the key belongs to it. */
export function certificateFileLines({ tls, publicUrl }: Config, now: Date): DoctorLine[] {
  if (tls === null) return [certificateLine('note', "TLS_CERT isn't set, so Attune itself serves no https.")]
  const certificate = new X509Certificate(readFileSync(tls.cert))
  const fits = certificate.checkPrivateKey(createPrivateKey(readFileSync(tls.key)))
  return [
    ...certificateLines(factsOf('The certificate in TLS_CERT', certificate, publicUrl), now),
    fits
      ? certificateLine('ok', 'The key in TLS_KEY belongs to the certificate.')
      : certificateLine('failing', "The key in TLS_KEY doesn't belong to the certificate in TLS_CERT."),
  ]
}

function factsOf(subject: string, certificate: X509Certificate, publicUrl: string | null) {
  const name = publicUrl && new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')
  const covers = name && (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name))
  return {
    subject,
    validFrom: certificate.validFromDate,
    validTo: certificate.validToDate,
    names: certificate.subjectAltName ?? certificate.subject,
    host: name ? { name, isCovered: covers !== undefined } : null,
  }
}

/** Returns the lines about PUBLIC_URL: its name, the server that answers there, its certificate and its clock. */
export async function publicAddressLines({ publicUrl, tls }: Config, secrets: Secrets | null, now: () => Date) {
  if (publicUrl === null) {
    const why = "because PUBLIC_URL isn't set."
    return [
      line('not-checked', `the public address, ${why}`),
      lineMaker('Clock')('not-checked', `the clock of another machine, ${why}`),
    ]
  }
  const { hostname } = new URL(publicUrl)
  const names = await nameLines(hostname.replace(/^\[|\]$/g, ''))
  const nonce = randomBytes(24).toString('base64url')
  const answer = await request(`${publicUrl}${addressProofPath}${nonce}`)
  if ('problem' in answer)
    return [...names, line('failing', `PUBLIC_URL (${publicUrl}) doesn't answer: ${answer.problem}.`)]
  const isOwn = secrets !== null && answer.status === 200 && answer.body === addressProof(secrets, nonce)
  return [
    ...names,
    isOwn
      ? line('ok', `This Attune answers at PUBLIC_URL (${publicUrl}).`)
      : line('failing', `At PUBLIC_URL (${publicUrl}) something else answers, with the status ${answer.status}.`),
    ...servedLines(answer, publicUrl, tls, now()),
    ...(answer.date ? [clockLine((now().getTime() - answer.date.getTime()) / 1_000, 'the server at PUBLIC_URL')] : []),
  ]
}

async function nameLines(host: string): Promise<DoctorLine[]> {
  if (isIP(host)) return []
  const late = new AbortController()
  const found = await Promise.race([
    lookup(host, { all: true }).catch((error: NodeJS.ErrnoException) => error.code ?? 'unknown'),
    pause(lookupMilliseconds, 'no answer', { signal: late.signal }).catch(() => 'no answer'),
  ])
  late.abort()
  return typeof found === 'string'
    ? [line('failing', `The name ${host} has no address (${found}). Add it to the DNS.`)]
    : [line('ok', `The name ${host} has the address ${found.map(({ address }) => address).join(', ')}.`)]
}

/** Returns the lines about the certificate that PUBLIC_URL serves. */
function servedLines({ served }: DoctorAnswer, publicUrl: string, tls: Config['tls'], now: Date): DoctorLine[] {
  if (served === null) return [certificateLine('not-checked', 'the certificate at PUBLIC_URL, because it uses http.')]
  const subject = 'The certificate at PUBLIC_URL'
  const isOther =
    tls !== null && new X509Certificate(readFileSync(tls.cert)).fingerprint256 !== served.certificate.fingerprint256
  return [
    ...certificateLines(factsOf(subject, served.certificate, publicUrl), now),
    served.isTrusted
      ? certificateLine('ok', `${subject} is trusted by this machine.`)
      : certificateLine('failing', `${subject} isn't trusted by this machine (${served.distrust}).`),
    ...(isOther ? [certificateLine('note', `${subject} isn't the one in TLS_CERT: a proxy may serve its own.`)] : []),
  ]
}
