import { describe, expect, test } from 'vitest'
import { DescribedCertificates } from './safety/described-certificates.ts'
import { lineSample, usedCertificates, type LineSample } from './line-sample.ts'
import {
  afterBreak,
  nextPicture,
  nextWeakness,
  sentPicture,
  startOfPicture,
  startOfWeakness,
  weakestOf,
} from './quality.ts'
import { limitSent } from './sent-media.ts'
import { restartPause, startOfWatch, watchLine, type Watch, type WatchAct, type WatchedLine } from './watch.ts'

const good: LineSample = { bytes: 1, framesDecoded: 1, heardSamples: 1, freezes: 0, sendable: 2_000_000, lostShare: 0 }
const steady: WatchedLine = { bytes: 0, expectsBytes: true, isAwaitingAnswer: false, isFailed: false }

/** Runs the watch over one line per second and lists what it did, by second. */
function acts(lines: WatchedLine[]): [number, WatchAct][] {
  let watch: Watch = startOfWatch
  return lines.flatMap((line, second) => {
    const next = watchLine(watch, line)
    watch = next.watch
    return next.acts.map((act): [number, WatchAct] => [second, act])
  })
}

/** Repeats a step of a rule over samples, one per second. */
const over = <State>(step: (state: State, sample: LineSample) => State, start: State, samples: LineSample[]) =>
  samples.reduce(step, start)
const times = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item)

test('three seconds without a byte restart the search once, and the next byte heals the line', () => {
  const bytes = [10, 20, 20, 20, 20, 20, 30]
  expect(acts(bytes.map((received) => ({ ...steady, bytes: received })))).toEqual([
    [4, 'restart'],
    [6, 'healed'],
  ])
})

test('a line on which nothing has arrived yet is not restarted', () => {
  expect(acts(times(20, steady))).toEqual([])
})

test('a line on which nothing is switched on may be silent', () => {
  const silence = { ...steady, bytes: 10, expectsBytes: false }
  expect(acts(times(20, silence))).toEqual([])
})

test('an offer without an answer is sent again every 3 s', () => {
  const lines = times(7, { ...steady, isAwaitingAnswer: true })
  expect(acts(lines)).toEqual([
    [2, 'resend'],
    [5, 'resend'],
  ])
})

test('a connection that has failed for 30 s is replaced', () => {
  expect(acts(times(30, { ...steady, isFailed: true }))).toEqual([[29, 'renew']])
})

test('restarts come after 2 s, four times after 3 s and then every 10 s', () => {
  expect([1, 2, 5, 6, 9].map(restartPause)).toEqual([2_000, 3_000, 3_000, 10_000, 10_000])
})

test.each([
  ['too few bits', { ...good, sendable: 150_000 }],
  ['a round trip above 600 ms', { ...good, roundTripSeconds: 0.7 }],
])('5 s with %s pause the picture, 4 s do not', (_, weak) => {
  expect(over(nextPicture, startOfPicture, times(4, weak)).mode).toBe('full')
  expect(over(nextPicture, startOfPicture, times(5, weak)).mode).toBe('paused')
})

test('a number that the browser does not report pauses no picture', () => {
  const unknown: LineSample = { bytes: 1, framesDecoded: 1, heardSamples: 1, freezes: 0 }
  expect(over(nextPicture, startOfPicture, times(60, unknown)).mode).toBe('full')
})

test('a paused picture is tried after 30, then 60, then every 120 s, and a good trial brings it back', () => {
  const weak = { ...good, sendable: 50_000 }
  let picture = over(nextPicture, startOfPicture, times(5, weak))
  for (const pause of [30, 60, 120, 120]) {
    expect(over(nextPicture, picture, times(pause - 1, good)).mode).toBe('paused')
    picture = over(nextPicture, picture, times(pause, good))
    expect(picture.mode).toBe('trial')
    picture = over(nextPicture, picture, times(5, weak))
    expect(picture.mode).toBe('paused')
  }
  picture = over(nextPicture, picture, times(130, { ...good, sendable: 100_000 }))
  expect(picture).toEqual(startOfPicture)
})

test.each([
  ['loss above 4 %', { ...good, lostShare: 0.05 }],
  ['a delay above 0.4 s', { ...good, roundTripSeconds: 0.5 }],
])('%s for 4 s shows the hint, until 10 s are calm', (_, bad) => {
  expect(over(nextWeakness, startOfWeakness, times(3, bad)).isWeak).toBe(false)
  const weak = over(nextWeakness, startOfWeakness, times(4, bad))
  expect(weak.isWeak).toBe(true)
  expect(over(nextWeakness, weak, times(9, good)).isWeak).toBe(true)
  expect(over(nextWeakness, weak, times(10, good)).isWeak).toBe(false)
})

test('two freezes within 10 s show the hint, two in a minute do not', () => {
  const at = (freezes: number) => ({ ...good, freezes })
  expect(over(nextWeakness, startOfWeakness, [at(0), at(1), ...times(4, at(2))]).isWeak).toBe(true)
  const apart = [...times(20, at(0)), ...times(20, at(1)), ...times(20, at(2))]
  expect(over(nextWeakness, startOfWeakness, apart).isWeak).toBe(false)
})

test('the picture gets smaller with each person', () => {
  expect([2, 3, 4].map((people) => sentPicture(people).height)).toEqual([720, 270, 180])
})

test('the numbers of a line come from the pair that it uses, in Chromium and in Firefox', () => {
  const pairs = [
    { id: 'other', type: 'candidate-pair', availableOutgoingBitrate: 1 },
    { id: 'used', type: 'candidate-pair', availableOutgoingBitrate: 7, bytesReceived: 9, localCandidateId: 'l' },
  ]
  const local = { id: 'l', type: 'local-candidate', candidateType: 'relay' }
  const chromium = [{ id: 't', type: 'transport', selectedCandidatePairId: 'used', bytesReceived: 8 }, ...pairs, local]
  expect(lineSample(chromium)).toMatchObject({ bytes: 8, sendable: 7, isRelayed: true })
  const firefox = [pairs[0], { ...pairs[1], selected: true }, local]
  expect(lineSample(firefox)).toMatchObject({ bytes: 9, sendable: 7, isRelayed: true })
  expect(lineSample([])).toMatchObject({ bytes: 0, sendable: undefined, lostShare: undefined })
})

test('a paused picture is tried at once when a line has come back', () => {
  const weak = { ...good, sendable: 100_000 }
  const paused = over(nextPicture, startOfPicture, times(5, weak))
  expect(paused.mode).toBe('paused')
  expect(afterBreak(paused).mode).toBe('trial')
  expect(afterBreak(over(nextPicture, startOfPicture, times(4, weak)))).toMatchObject({ mode: 'full', weak: 0 })
})

test('the weakest of several lines decides about the picture', () => {
  const lines = [
    { ...good, sendable: 90_000 },
    { ...good, roundTripSeconds: 0.7 },
    { ...good, sendable: undefined },
  ]
  expect(weakestOf(lines)).toEqual({ sendable: 90_000, roundTripSeconds: 0.7 })
  expect(weakestOf([{ ...good, sendable: undefined }])).toEqual({})
})

describe('the certificates of a line', () => {
  const transport = { id: 't', type: 'transport', localCertificateId: 'l', remoteCertificateId: 'r' }
  const own = { id: 'l', type: 'certificate', fingerprint: 'AA' }
  const other = { id: 'r', type: 'certificate', fingerprint: 'BB' }
  const never = () => ({ own: 'CC', other: 'DD' })

  test('are those that the transport uses, and unknown before it is encrypted', () => {
    expect(usedCertificates([transport, own, other], never)).toEqual({ own: 'AA', other: 'BB' })
    expect(usedCertificates([{ ...transport, remoteCertificateId: undefined }, own, other], never)).toBeNull()
    expect(usedCertificates([], never)).toBeNull()
  })

  test('are those of the descriptions in a browser that reports none', () => {
    expect(usedCertificates([{ id: 't', type: 'transport' }], never)).toEqual({ own: 'CC', other: 'DD' })
  })

  test.each<[string, string[], string | null]>([
    [
      'one certificate in several lines and descriptions',
      ['sha-256 bb:0a', 'sha-256 BB:0A\na=fingerprint:SHA-256 BB:0A'],
      'BB:0A',
    ],
    ['no description', [], null],
    ['two certificates in one description', ['sha-256 BB\na=fingerprint:sha-256 EE'], null],
    ['another certificate in a later description', ['sha-256 EE', 'sha-256 BB'], null],
    ['a description without a certificate', ['sha-256 BB', ''], null],
    ['a weaker fingerprint', ['sha-1 BB'], null],
    ['a weaker fingerprint beside the other', ['sha-256 BB\na=fingerprint:sha-1 BB'], null],
  ])('of descriptions: %s', (_, descriptions, expected) => {
    const described = new DescribedCertificates()
    for (const text of descriptions) described.add(`v=0\na=fingerprint:${text}\na=setup:active`)
    expect(described.read('a=fingerprint:sha-256 aa:01')?.other ?? null).toBe(expected)
    expect(described.read(undefined)).toBeNull()
    if (expected) expect(described.read('a=fingerprint:sha-256 aa:01')?.own).toBe('AA:01')
  })
})

test.each([
  ['two', 2, { width: 1280, height: 720 }, { maxBitrate: 1_500_000, maxFramerate: 30, scaleResolutionDownBy: 1 }],
  [
    'three',
    3,
    { width: 1280, height: 720 },
    { maxBitrate: 400_000, maxFramerate: 24, scaleResolutionDownBy: 720 / 270 },
  ],
  ['four', 4, { width: 1280, height: 720 }, { maxBitrate: 250_000, maxFramerate: 15, scaleResolutionDownBy: 4 }],
  ['four, upright', 4, { width: 720, height: 1280 }, { scaleResolutionDownBy: 4 }],
  ['four, from a small camera', 4, { width: 160, height: 120 }, { scaleResolutionDownBy: 1 }],
])('the picture to each of %s people has the size of the recipe', async (_, people, settings, expected) => {
  expect(await sentEncoding({ picture: sentPicture(people), isScreen: false }, settings)).toMatchObject(expected)
})

test('a shared screen is not made smaller, however many people see it', async () => {
  const limits = { picture: sentPicture(4), isScreen: true }
  expect(await sentEncoding(limits, { width: 1920, height: 1080 })).toMatchObject({ scaleResolutionDownBy: 1 })
})

/** The encoding that the sender of a picture has after its limits were set. */
async function sentEncoding(limits: Parameters<typeof limitSent>[1], settings: MediaTrackSettings) {
  const parameters = { encodings: [{}] }
  const sender = {
    track: { kind: 'video', getSettings: () => settings },
    getParameters: () => parameters,
    setParameters: () => Promise.resolve(),
  }
  await limitSent({ getSenders: () => [sender] } as unknown as RTCPeerConnection, limits)
  return parameters.encodings[0]
}
