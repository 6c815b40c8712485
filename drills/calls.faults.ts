import { setTimeout as pause } from 'node:timers/promises'
import { longestGap, type CallVisit } from '../bench/call-pages.ts'

/** A call of two in the drill. `isRelayed`: picture and sound go through the relay. */
export type DrillCall = { isRelayed: boolean; sessionId: string; therapist: CallVisit; client: CallVisit }

/** The measured times in milliseconds of one kind of fault, by the path of the call. Infinity: the picture did not come back. */
export type Times = { direct: number[]; relayed: number[] }

export const noTimes = (): Times => ({ direct: [], relayed: [] })

/** The milliseconds after which a picture that does not come back counts as lost. */
const longestWait = 45_000
const steadySeconds = 3

const pagesOf = ({ therapist, client }: DrillCall) => [therapist, client]

/** Adds a time for each call, measured at the same moment. */
async function addTimes(calls: readonly DrillCall[], times: Times, measure: (call: DrillCall) => Promise<number>) {
  const measured = await Promise.all(calls.map(measure))
  for (const [n, { isRelayed }] of calls.entries())
    times[isRelayed ? 'relayed' : 'direct'].push(measured[n] ?? Number.POSITIVE_INFINITY)
}

/**
 * Waits until each page of the calls shows the other person without a break. If the pictures of a call stay unsteady, its client joins again, so that
 * the next fault finds a working call: the lost time has already been recorded. Throws an error if that does not help.
 */
export async function untilSteady(calls: readonly DrillCall[]): Promise<void> {
  const areSteady = async (call: DrillCall) => {
    const are = await Promise.all(pagesOf(call).map((page) => page.steady(steadySeconds, longestWait)))
    return are.every(Boolean)
  }
  await Promise.all(
    calls.map(async (call) => {
      if (await areSteady(call)) return
      await joinAgain(call)
      if (!(await areSteady(call))) throw new Error('the pictures of a call did not become steady')
    }),
  )
}

/** The client of a call joins again, having been let in before. Returns the time from the click on 'Join' to the first frame. */
export async function joinAgain({ client, sessionId }: DrillCall): Promise<number> {
  await client.join(sessionId)
  const clickedAt = await client.clickedAt()
  return (await client.frameAfter(clickedAt, longestWait)) - clickedAt
}

/** Runs a fault of some seconds, and adds the times from its end until both people of each call see each other again. */
export async function timesAfter(calls: readonly DrillCall[], times: Times, fault: () => Promise<void>) {
  await untilSteady(calls)
  await fault()
  const endedAt = Date.now()
  await addTimes(calls, times, async (call) => {
    const frames = await Promise.all(pagesOf(call).map((page) => page.frameAfter(endedAt, longestWait)))
    return Math.max(...frames) - endedAt
  })
}

/**
 * Runs a restart of the server. For a direct call, adds the duration for which the picture was missing. For a relayed call, adds the time from the
 * moment at which the server can be reached again until both people see each other.
 */
export async function timesOfRestart(calls: readonly DrillCall[], times: Times, restart: () => Promise<void>) {
  await untilSteady(calls)
  const begunAt = Date.now()
  await restart()
  const backAt = Date.now()
  await addTimes(calls, times, async (call) => {
    const frames = await Promise.all(pagesOf(call).map((page) => page.frameAfter(backAt, longestWait)))
    if (call.isRelayed) return Math.max(...frames) - backAt
    const gaps = pagesOf(call).map(async (page) => longestGap([begunAt, ...(await page.framesAfter(begunAt))]))
    return Math.max(...(await Promise.all(gaps)))
  })
}

/**
 * Runs a fault, and adds the duration for which the picture of each call was missing: the longest time between two frames, on the side where it was
 * longer.
 */
export async function gapsDuring(calls: readonly DrillCall[], times: Times, fault: () => Promise<void>) {
  await untilSteady(calls)
  const begunAt = Date.now()
  await fault()
  // If the fault interrupts a picture, it does so within a few seconds.
  await pause(8_000)
  await addTimes(calls, times, async (call) => {
    const gaps = pagesOf(call).map(async (page) => {
      const isBack = await page.steady(steadySeconds, longestWait)
      return isBack ? longestGap([begunAt, ...(await page.framesAfter(begunAt))]) : Number.POSITIVE_INFINITY
    })
    return Math.max(...(await Promise.all(gaps)))
  })
}

export const cutFor = (network: { cut(): void; restore(): void }, seconds: number) => async () => {
  network.cut()
  await pause(seconds * 1_000)
  network.restore()
}
