import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { measureExpectedWait } from './expected-wait.ts'

/** A pool of two connections whose clock, events and number of waiting transactions the test sets. */
function openPool() {
  const events = new EventEmitter()
  const pool = Object.assign(events as unknown as Pick<pg.Pool, 'on'>, { waitingCount: 0, options: { max: 2 } })
  let time = 0
  const expectedWait = measureExpectedWait(pool, () => time)
  return {
    pool,
    expectedWait,
    pass: (milliseconds: number) => void (time += milliseconds),
    acquire: () => void events.emit('acquire', {}),
    holdFor(milliseconds: number) {
      const client = {}
      events.emit('acquire', client)
      time += milliseconds
      events.emit('release', undefined, client)
    },
  }
}

test('without a waiting transaction, the expected wait is 0', () => {
  const { expectedWait, holdFor, pass } = openPool()
  for (let n = 0; n < 200; n++) holdFor(100)
  pass(60_000)
  expect(expectedWait()).toBe(0)
})

test('the expected wait is the number of waiting transactions times the time that a connection is held, divided by the size of the pool', () => {
  const { pool, expectedWait, holdFor } = openPool()
  for (let n = 0; n < 200; n++) holdFor(100)
  pool.waitingCount = 40
  expect(expectedWait()).toBeCloseTo(40 * 50, -1)
})

test('while all connections hang, the time since the last change is added', () => {
  const { pool, expectedWait, acquire, pass } = openPool()
  acquire()
  pool.waitingCount = 3
  pass(2_100)
  expect(expectedWait()).toBe(2_100)
})

test('after a pause without requests, the time starts with the connection that was acquired last', () => {
  const { pool, expectedWait, acquire, pass } = openPool()
  pass(60_000)
  acquire()
  pool.waitingCount = 3
  pass(100)
  expect(expectedWait()).toBe(100)
})

test('after the connections are released quickly again, the expected wait falls', () => {
  const { pool, expectedWait, holdFor } = openPool()
  for (let n = 0; n < 50; n++) holdFor(2_000)
  pool.waitingCount = 10
  const busy = expectedWait()
  for (let n = 0; n < 200; n++) holdFor(1)
  expect(expectedWait()).toBeLessThan(busy / 100)
})
