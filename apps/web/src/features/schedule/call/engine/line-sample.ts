import type { LineCertificates } from './safety/call-safety.ts'

/** Numbers of a connection at one moment. A number that the browser does not report is undefined, never 0. */
export type LineSample = {
  /** All bytes received so far. */
  bytes: number
  framesDecoded: number
  /** The number of received samples of sound, without those that the browser generated to conceal losses. */
  heardSamples: number
  freezes: number
  /** The level of the received sound, from 0 to 1. */
  soundLevel?: number
  /** Estimated bits per second that can be sent. */
  sendable?: number
  roundTripSeconds?: number
  /** Share of the packets sent by this browser that were lost, from 0 to 1. */
  lostShare?: number
  isRelayed?: boolean
}

type Report = Record<string, unknown> & { id: string; type: string; kind?: string }

const numberIn = (report: Report | undefined, name: string): number | undefined => {
  const value = report?.[name]
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** Extracts the measurements by which a line is judged from the statistics of its connection. */
export function lineSample(stats: Iterable<unknown>): LineSample {
  const reports = [...stats] as Report[]
  const inbound = (kind: string) => reports.find((report) => report.type === 'inbound-rtp' && report.kind === kind)
  const [sound, picture] = [inbound('audio'), inbound('video')]
  const pair = usedPair(reports)
  const local = reports.find(({ id }) => id === pair?.localCandidateId)
  const losses = reports
    .filter(({ type }) => type === 'remote-inbound-rtp')
    .map((report) => numberIn(report, 'fractionLost'))
    .filter((share) => share !== undefined)
  const received = reports.filter(({ type }) => type === 'transport')
  return {
    bytes: sum(received.length > 0 ? received : pair ? [pair] : [], 'bytesReceived'),
    framesDecoded: numberIn(picture, 'framesDecoded') ?? 0,
    heardSamples: (numberIn(sound, 'totalSamplesReceived') ?? 0) - (numberIn(sound, 'concealedSamples') ?? 0),
    freezes: numberIn(picture, 'freezeCount') ?? 0,
    soundLevel: numberIn(sound, 'audioLevel'),
    sendable: numberIn(pair, 'availableOutgoingBitrate'),
    roundTripSeconds: numberIn(pair, 'currentRoundTripTime'),
    lostShare: losses.length > 0 ? Math.max(...losses) : undefined,
    isRelayed: local ? local.candidateType === 'relay' : undefined,
  }
}

const sum = (reports: Report[], name: string) =>
  reports.reduce((total, report) => total + (numberIn(report, name) ?? 0), 0)

/** Returns the candidate pair in use. Firefox names no pair in the transport, but marks the pair that it uses. */
function usedPair(reports: Report[]): Report | undefined {
  const id = reports.find(({ type }) => type === 'transport')?.selectedCandidatePairId
  const pairs = reports.filter(({ type }) => type === 'candidate-pair')
  return pairs.find((pair) => pair.id === id) ?? pairs.find(({ selected }) => selected === true)
}

/** Returns the fingerprints of the certificates in use. If the browser reports no certificates at all, like Firefox, returns those of `described`. */
export function usedCertificates(
  stats: Iterable<unknown>,
  described: () => LineCertificates | null,
): LineCertificates | null {
  const reports = [...stats] as Report[]
  if (reports.length > 0 && !reports.some(({ type }) => type === 'certificate')) return described()
  const transport = reports.find(({ type }) => type === 'transport')
  const fingerprintOf = (certificate: unknown) => {
    const fingerprint = reports.find(({ id }) => id === certificate)?.fingerprint
    return typeof fingerprint === 'string' ? fingerprint : null
  }
  const own = fingerprintOf(transport?.localCertificateId)
  const other = fingerprintOf(transport?.remoteCertificateId)
  return own && other ? { own, other } : null
}
