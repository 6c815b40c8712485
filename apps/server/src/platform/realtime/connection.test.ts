import { realtimeLimits } from '@attune/contract/common/constants'
import type { ServerFrame } from '@attune/contract/common/realtime'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import type { Login } from '../auth/login/login.ts'
import { queueFrames, socketConnection } from './connection.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const frame: ServerFrame = { type: 'welcome', at: 0, time: 0 }

/** A connection whose socket only counts sent messages. */
function openConnection() {
  const socket = { OPEN: 1, readyState: 1, send: vi.fn(), terminate: vi.fn() }
  return { socket, connection: socketConnection(socket as unknown as WebSocket, {} as Login) }
}

test('frames are sent at once up to the limit of a second, the others in the next second', () => {
  const { socket, connection } = openConnection()
  for (let n = 0; n < realtimeLimits.eventsPerSecond; n++) queueFrames(connection, [frame])
  expect(socket.send).toHaveBeenCalledTimes(50)
  queueFrames(connection, [frame, frame])
  expect(socket.send).toHaveBeenCalledTimes(50)
  vi.advanceTimersByTime(999)
  expect(socket.send).toHaveBeenCalledTimes(50)
  vi.advanceTimersByTime(1)
  expect(socket.send).toHaveBeenCalledTimes(52)
})

test('a socket for which too many frames wait is closed', () => {
  const { socket, connection } = openConnection()
  queueFrames(connection, Array<ServerFrame>(101 * realtimeLimits.eventsPerSecond).fill(frame))
  expect(socket.terminate).not.toHaveBeenCalled()
  queueFrames(connection, [frame])
  expect(socket.terminate).toHaveBeenCalledOnce()
})
