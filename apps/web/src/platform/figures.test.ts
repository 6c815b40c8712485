import { realtime } from '@attune/contract/common/constants'
import { expect, test } from 'vitest'
import { backupValid, debounce, recoveryAttempts, refreshTick } from './auth/constants.ts'
import { breakerLimits } from './breaker.ts'
import { avatarCache, generalCache, profileCache } from './cache.ts'
import { taskSeconds, unreadSeconds } from './polling.ts'
import { avatarRetry, usualRetry } from './retry.ts'

const [second, minute] = [1_000, 60_000]

test.each([
  ['9.07', 'a session backup is valid for 1 hour', backupValid, 60 * minute],
  ['9.07', '3 attempts at recovery', recoveryAttempts, 3],
  ['9.07', 'auth events are debounced for 50 ms', debounce, 50],
  ['9.12', 'the login is checked every 30 s', refreshTick, 30 * second],
  ['9.10', '3 retries, from 1 s, at most 30 s', usualRetry, { times: 3, baseSeconds: 1, maxSeconds: 30 }],
  ['9.10', 'avatars: 2 retries, from 500 ms', avatarRetry, { times: 2, baseSeconds: 0.5, maxSeconds: 30 }],
  ['9.10', '5 failures in 10 s, then 60 s', breakerLimits, { failures: 5, windowSeconds: 10, resetSeconds: 60 }],
  ['9.08', 'avatars', avatarCache, { minutes: 15, entries: 500 }],
  ['9.08', 'profiles', profileCache, { minutes: 10, entries: 500 }],
  ['9.08', 'general', generalCache, { minutes: 5, entries: 1000 }],
  ['7.11', 'the unread count is polled every 30 s', unreadSeconds, 30],
  ['7.11', 'the task count is polled every 60 s', taskSeconds, 60],
  [
    '9.11',
    'realtime',
    realtime,
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
