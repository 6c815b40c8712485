import { realtimeLimits } from '@attune/contract/common/constants'
import { expect, test } from 'vitest'
import {
  backupValidMilliseconds,
  authEventDebounceMilliseconds,
  recoveryAttempts,
  loginCheckMilliseconds,
} from './auth/constants.ts'
import { circuitBreakerLimits } from './api/circuit-breaker.ts'
import { taskPollSeconds, unreadPollSeconds } from './realtime/use-polling.ts'
import { avatarRetry, defaultRetry } from './api/retry.ts'

const [second, minute] = [1_000, 60_000]

test.each([
  ['9.07', 'a session backup is valid for 1 hour', backupValidMilliseconds, 60 * minute],
  ['9.07', '3 attempts at recovery', recoveryAttempts, 3],
  ['9.07', 'auth events are debounced for 50 ms', authEventDebounceMilliseconds, 50],
  ['9.12', 'the login is checked every 30 s', loginCheckMilliseconds, 30 * second],
  ['9.10', '3 retries, from 1 s, at most 30 s', defaultRetry, { times: 3, baseSeconds: 1, maxSeconds: 30 }],
  ['9.10', 'avatars: 2 retries, from 500 ms', avatarRetry, { times: 2, baseSeconds: 0.5, maxSeconds: 30 }],
  ['9.10', '5 failures in 10 s, then 60 s', circuitBreakerLimits, { failures: 5, windowSeconds: 10, resetSeconds: 60 }],
  ['7.11', 'the unread count is polled every 30 s', unreadPollSeconds, 30],
  ['7.11', 'the task count is polled every 60 s', taskPollSeconds, 60],
  [
    '9.11',
    'realtime',
    realtimeLimits,
    {
      heartbeatSeconds: 15,
      timeoutSeconds: 20,
      batchMilliseconds: 500,
      batchSize: 10,
      throttleMilliseconds: 100,
      cleanupSeconds: 30,
      idleMinutes: 5,
      eventsPerSecond: 50,
    },
  ],
])('[%s] %s', (_, __, figure, promised) => {
  expect(figure).toEqual(promised)
})
