import type { LineSample } from './line-sample.ts'

/** The measurements by which the picture is paused. */
type Judged = Pick<LineSample, 'sendable' | 'roundTripSeconds'>

/**
 * Bits per second below which, and round trip in seconds above which, the line is too weak. After `seconds` in a row, the picture is paused, so that
 * the voice stays.
 */
const weakest = { sendable: 200_000, roundTripSeconds: 0.6, seconds: 5 }

/**
 * The seconds after which a paused picture is tried again, by the number of failed trials. Without a picture, the browser's estimate means nothing.
 */
const trialPauses = [30, 60, 120]

/** The bandwidth, in bits per second, with which a paused picture is tried again. */
export const trialBits = 150_000
/** The seconds for which a trial must succeed before the picture is shown in full. */
const trialSeconds = 10

export type PictureState = {
  mode: 'full' | 'paused' | 'trial'
  /** `seconds`: the seconds in this mode. `weak`: the number of weak seconds in a row. */
  seconds: number
  weak: number
  /** Trials that have failed since the picture was last shown in full. */
  failures: number
}

export const startOfPicture: PictureState = { mode: 'full', seconds: 0, weak: 0, failures: 0 }

const isTooWeak = ({ sendable, roundTripSeconds }: Judged, bits: number) =>
  (sendable !== undefined && sendable < bits) ||
  (roundTripSeconds !== undefined && roundTripSeconds > weakest.roundTripSeconds)

/** The seconds after which the estimate of a line that has just been connected is reliable. */
export const settleSeconds = 8

/** Returns the state of the picture after a line has come back: earlier weak seconds no longer count, and a paused picture is tried at once. */
export const afterBreak = (picture: PictureState): PictureState =>
  picture.mode === 'paused' ? { ...picture, mode: 'trial', seconds: 0 } : { ...picture, weak: 0 }

/** The lowest estimate and the longest round trip of several lines. The picture goes to all of them. */
export function weakestOf(samples: readonly LineSample[]): Judged {
  const known = (name: 'sendable' | 'roundTripSeconds') =>
    samples.map((sample) => sample[name]).filter((value) => value !== undefined)
  const [sendable, roundTrips] = [known('sendable'), known('roundTripSeconds')]
  return {
    ...(sendable.length > 0 && { sendable: Math.min(...sendable) }),
    ...(roundTrips.length > 0 && { roundTripSeconds: Math.max(...roundTrips) }),
  }
}

/**
 * Decides once a second whether this person's picture is sent. The picture is paused when the line has been too weak for 5 s, and comes back after a
 * trial.
 */
export function nextPicture(picture: PictureState, sample: Judged): PictureState {
  const { mode, failures } = picture
  const seconds = picture.seconds + 1
  if (mode === 'paused') {
    const pause = trialPauses[Math.min(failures, trialPauses.length - 1)] ?? 0
    return seconds >= pause ? { mode: 'trial', seconds: 0, weak: 0, failures } : { ...picture, seconds }
  }
  // A picture on trial needs less bandwidth than a full one, so a lower estimate is enough.
  const weak = isTooWeak(sample, mode === 'trial' ? trialBits / 2 : weakest.sendable) ? picture.weak + 1 : 0
  if (weak >= weakest.seconds)
    return { mode: 'paused', seconds: 0, weak: 0, failures: mode === 'trial' ? failures + 1 : 0 }
  if (mode === 'trial' && seconds >= trialSeconds && weak === 0) return startOfPicture
  return { ...picture, seconds, weak }
}

/** Whether the line is weak, for the hint. `polls` counts the weak samples in a row, `calm` the seconds since the last one. */
export type Weakness = { isWeak: boolean; polls: number; calm: number; freezes: number[] }

export const startOfWeakness: Weakness = { isWeak: false, polls: 0, calm: 0, freezes: [] }

const weakPolls = 4
const calmSeconds = 10
const freezesIn10Seconds = 2

/**
 * Returns the new state of a line after another sample, one per second. Judges the line by loss, delay and freezes, never by the state that the
 * browser reports.
 */
export function nextWeakness(weakness: Weakness, sample: LineSample): Weakness {
  const freezes = [...weakness.freezes, sample.freezes].slice(-11)
  const frozen = sample.freezes - (freezes[0] ?? sample.freezes)
  const isBad = (sample.lostShare ?? 0) > 0.04 || (sample.roundTripSeconds ?? 0) > 0.4 || frozen >= freezesIn10Seconds
  const polls = isBad ? weakness.polls + 1 : 0
  const calm = isBad ? 0 : weakness.calm + 1
  const isWeak = weakness.isWeak ? calm < calmSeconds : polls >= weakPolls
  return { isWeak, polls, calm, freezes }
}

export type SentPicture = { width: number; height: number; framesPerSecond: number; bits: number }

/**
 * Returns the size, frame rate and bits per second of the picture that a browser sends to each other browser, by the number of people in the call.
 */
export function sentPicture(people: number): SentPicture {
  if (people <= 2) return { width: 1280, height: 720, framesPerSecond: 30, bits: 1_500_000 }
  if (people === 3) return { width: 480, height: 270, framesPerSecond: 24, bits: 400_000 }
  return { width: 320, height: 180, framesPerSecond: 15, bits: 250_000 }
}

/** The seconds after which a connection sends its picture in full. */
export const growSeconds = 2

/**
 * The picture that a new connection begins with. A browser begins with an estimate of 300 kbit/s and drops the frames that are too large for it, so
 * that a full picture comes about half a second later than this one.
 */
export const firstPicture = ({ framesPerSecond, bits, ...size }: SentPicture): SentPicture => ({
  ...(size.height > 180 ? { width: 320, height: 180 } : size),
  framesPerSecond,
  bits,
})
