import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isInterrupted, startChild } from './children.mjs'

/** The time in milliseconds in which a server stops by itself: 30 s for running requests, then Postgres. */
const stopMilliseconds = 45_000

/** The path of the Node of the clone. */
export const nodeOf = (root) =>
  join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/**
 * Starts a server that runs no job and answers no request until it is ready and `commit` was called. Calls `begun` with its process id. Returns the
 * promise of its exit code once it has opened; otherwise stops it and returns `reason`, in words. The server checks itself, as /ready does
 * (apps/server/src/platform/process/held-start.ts is the other side).
 */
export async function tryServer(root, seconds, { begun, commit }) {
  const args = [join('apps', 'server', 'src', 'main.ts'), '--held', '--without-backup']
  const { child, ended } = startChild(nodeOf(root), args, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  const stop = () => stopServer(child, ended)
  await orStop(stop, () => begun(child.pid))
  let failed = null
  const ready = new Promise((resolve) => {
    child.on('message', (message) => {
      failed = message.failed
      if (failed.length === 0) resolve('ready')
    })
  })
  const tooLong = new AbortController()
  const outcome = await Promise.race([
    ready,
    ended.then((code) => ({ code })),
    pause(seconds * 1_000, 'late', { signal: tooLong.signal }).catch(() => 'late'),
  ])
  tooLong.abort()
  if (outcome === 'ready' && !isInterrupted()) {
    await orStop(stop, commit)
    child.send('open', () => {})
    return { ended }
  }
  await stop()
  if (isInterrupted()) return { reason: 'it was interrupted' }
  return { reason: outcome === 'late' ? lateReason(seconds, failed) : endReason(outcome.code) }
}

/** Calls `work`, which writes the state of the upgrade. If that fails, for example because the disk is full, stops the server first. */
async function orStop(stop, work) {
  try {
    work()
  } catch (error) {
    await stop()
    throw error
  }
}

const endReason = (code) =>
  `it ended ${code === null ? 'by a signal' : `with the exit code ${code}`} before it was ready`

function lateReason(seconds, failed) {
  const time = seconds >= 120 && seconds % 60 === 0 ? `${seconds / 60} minutes` : `${seconds} seconds`
  return `it wasn't ready within ${time}${failed?.length > 0 ? `; /ready names ${failed.join(', ')}` : ''}`
}

async function stopServer(child, ended) {
  child.kill('SIGTERM')
  const late = new AbortController()
  const isLate = pause(stopMilliseconds, true, { signal: late.signal }).catch(() => false)
  if (await Promise.race([ended.then(() => false), isLate])) child.kill('SIGKILL')
  late.abort()
  await ended
}
