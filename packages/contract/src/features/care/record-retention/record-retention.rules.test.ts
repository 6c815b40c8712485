import { expect, test } from 'vitest'
import { holdUntil, retentionOf } from './record-retention.rules.ts'

const added = new Date('2001-05-04T12:00:00Z')
const record = { lastSessionAt: null, addedAt: added, leftAt: null, birthDate: null, zone: 'Europe/Berlin' }
const period = { years: 10, majorityAge: 18 }
const keptUntil = (facts: Partial<Parameters<typeof retentionOf>[0]>) => retentionOf({ ...record, ...facts }, period)

test('the years count from the last session, and the day before it is the last one', () => {
  const lastSessionAt = new Date('2020-03-10T09:00:00Z')
  expect(keptUntil({ lastSessionAt })).toEqual({ keptUntil: '2030-03-09', from: 'session' })
})

test('the day of the last session is that in the zone of the therapist', () => {
  const lastSessionAt = new Date('2020-03-09T23:30:00Z')
  expect(keptUntil({ lastSessionAt }).keptUntil).toBe('2030-03-09')
  expect(keptUntil({ lastSessionAt, zone: 'America/New_York' }).keptUntil).toBe('2030-03-08')
})

test('a session that is moved into the future moves the end', () => {
  expect(keptUntil({ lastSessionAt: new Date('2032-01-05T09:00:00Z') }).keptUntil).toBe('2042-01-04')
})

test('a period that begins on 29 February is never a day too short', () => {
  expect(keptUntil({ lastSessionAt: new Date('2020-02-29T12:00:00Z') }).keptUntil).toBe('2030-02-28')
  const lastSessionAt = new Date('2020-02-29T12:00:00Z')
  expect(retentionOf({ ...record, lastSessionAt }, { ...period, years: 12 }).keptUntil).toBe('2032-02-28')
})

test('without a session, the years count from the day on which the record was added', () => {
  expect(keptUntil({})).toEqual({ keptUntil: '2011-05-03', from: 'record' })
})

test('without a session, they count from the end of the connection if that is later', () => {
  expect(keptUntil({ leftAt: new Date('2004-06-07T12:00:00Z') })).toEqual({ keptUntil: '2014-06-06', from: 'record' })
  expect(keptUntil({ leftAt: new Date('1999-06-07T12:00:00Z') }).keptUntil).toBe('2011-05-03')
})

test('for a minor, the years count from majority', () => {
  const lastSessionAt = new Date('2020-03-10T09:00:00Z')
  expect(keptUntil({ lastSessionAt, birthDate: '2008-08-20' })).toEqual({ keptUntil: '2036-08-19', from: 'majority' })
})

test('a person who came of age on the day of the last session is no minor', () => {
  const lastSessionAt = new Date('2020-03-10T09:00:00Z')
  expect(keptUntil({ lastSessionAt, birthDate: '2002-03-10' })).toEqual({ keptUntil: '2030-03-09', from: 'session' })
  expect(keptUntil({ lastSessionAt, birthDate: '2002-03-11' })).toEqual({ keptUntil: '2030-03-10', from: 'majority' })
})

test('a minor who was born on 29 February comes of age on 1 March', () => {
  const lastSessionAt = new Date('2020-03-10T09:00:00Z')
  expect(keptUntil({ lastSessionAt, birthDate: '2012-02-29' }).keptUntil).toBe('2040-02-29')
})

test('a hold ends a year after the day on which it is placed or renewed', () => {
  expect([holdUntil('2031-04-05'), holdUntil('2032-02-29')]).toEqual(['2032-04-05', '2033-03-01'])
})
