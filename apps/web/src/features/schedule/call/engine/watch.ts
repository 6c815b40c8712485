/** The seconds without a byte after which the line counts as lost. Browsers take 5 to 25 s to notice it. */
const silentSeconds = 3

/** The seconds after which an offer without an answer is sent again. A lost offer would block every later one. */
const resendSeconds = 3

/** The seconds in the state 'failed', with both sockets open, after which a new connection replaces the old one. */
const renewSeconds = 30

/** The seconds without any path to the other person after which the page suggests what to do. */
export const blockedSeconds = 15

/** The observation of a connection, once a second. */
export type WatchedLine = { bytes: number; expectsBytes: boolean; isAwaitingAnswer: boolean; isFailed: boolean }

export type Watch = { bytes: number; silent: number; unanswered: number; failed: number; isLost: boolean }

export const startOfWatch: Watch = { bytes: 0, silent: 0, unanswered: 0, failed: 0, isLost: false }

export type WatchAct = 'resend' | 'restart' | 'healed' | 'renew'

/**
 * Judges a line by its bytes, once a second. Returns the next steps: send the offer again, restart the search for a path, or replace the connection.
 * A restart that was not needed does no harm, because the old path carries the media until a new one is found.
 */
export function watchLine(watch: Watch, line: WatchedLine): { watch: Watch; acts: WatchAct[] } {
  const acts: WatchAct[] = []
  const hasMoved = line.bytes !== watch.bytes
  const silent = hasMoved || !line.expectsBytes ? 0 : watch.silent + 1
  const unanswered = line.isAwaitingAnswer ? watch.unanswered + 1 : 0
  const failed = line.isFailed ? watch.failed + 1 : 0
  let { isLost } = watch
  if (unanswered > 0 && unanswered % resendSeconds === 0) acts.push('resend')
  if (hasMoved && isLost) {
    isLost = false
    acts.push('healed')
  } else if (line.bytes > 0 && silent >= silentSeconds && !isLost) {
    isLost = true
    acts.push('restart')
  }
  if (failed > 0 && failed % renewSeconds === 0) acts.push('renew')
  return { watch: { bytes: line.bytes, silent, unanswered, failed, isLost }, acts }
}

/**
 * Returns the milliseconds until the next restart: 2 s, four times 3 s, then 10 s, for as long as the call is open. A relay that restarts within a
 * few seconds is found soon, and a line that needs longer than 3 s to be set up eventually gets enough time.
 */
export const restartPause = (tries: number): number => (tries <= 1 ? 2_000 : tries <= 5 ? 3_000 : 10_000)
