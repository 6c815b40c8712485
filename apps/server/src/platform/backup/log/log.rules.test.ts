import { expect, test } from 'vitest'
import { coverLog, coverSegment } from './coverage.rules.ts'
import { gapKeyOf, type LogObject, parseLogKey, partKeyOf, reachedKeyOf, segmentKeyOf } from './keys.rules.ts'
import { keptLogMegabytes, logLimitBytes } from './limits.rules.ts'
import {
  endOfLogRecord,
  isCutShort,
  nextSegment,
  offsetInSegment,
  parsePosition,
  parseSegment,
  positionText,
  segmentBytes,
  segmentNameOf,
  segmentStartOf,
} from './positions.rules.ts'
import { oldLogObjects } from './retention.rules.ts'

const of = { systemId: '7712341501205280887', timeline: 2 }
const name = (number: number) => segmentNameOf(2, BigInt(number) * BigInt(segmentBytes))

test.each(['0/3000488', '16/B374D848', 'FFFFFFFF/FFFFFFFF'])('the position %s is read and written', (text) => {
  expect(positionText(parsePosition(text))).toBe(text)
})

test('a segment has the name that Postgres gives it', () => {
  expect(segmentNameOf(1, parsePosition('0/2000028'))).toBe('000000010000000000000002')
  expect(segmentNameOf(3, parsePosition('1/FF000000'))).toBe('0000000300000001000000FF')
  expect(parseSegment('0000000300000001000000FF')).toEqual({ timeline: 3, start: parsePosition('1/FF000000') })
  expect(nextSegment('0000000300000001000000FF')).toBe('000000030000000200000000')
  expect([parseSegment('00000002.history'), parseSegment('0000000100000000000000g1')]).toEqual([null, null])
})

test('a position is in its segment', () => {
  const position = parsePosition('0/3000488')
  expect(positionText(segmentStartOf(position))).toBe('0/3000000')
  expect(offsetInSegment(position)).toBe(0x488)
})

test('the keys of the log are read as they are written', () => {
  const segment = name(5)
  expect(parseLogKey(segmentKeyOf(of, segment))).toEqual({ ...of, kind: 'segment', segment })
  expect(parseLogKey(gapKeyOf(of, segment))).toEqual({ ...of, kind: 'gap', segment })
  expect(parseLogKey(reachedKeyOf(of))).toEqual({ ...of, kind: 'reached' })
  const part = { ...of, kind: 'part', segment, from: 0, to: segmentBytes }
  expect(parseLogKey(partKeyOf(of, segment, 0, segmentBytes))).toEqual(part)
})

test.each([
  'log/7712341501205280887-1/000000020000000000000005.gz.age',
  'log/7712341501205280887-2/000000020000000000000005.0000009-0000008.gz.age',
  'log/7712341501205280887-2/000000020000000000000005.age',
  'log/x-2/000000020000000000000005.gz.age',
  'database/000000020000000000000005.gz.age',
])('the key %s is no object of the log', (key) => {
  expect(parseLogKey(key)).toBeNull()
})

const whole = (...numbers: number[]): LogObject[] =>
  numbers.map((number) => ({ ...of, kind: 'segment', segment: name(number) }))
const part = (number: number, from: number, to: number): LogObject => ({
  ...of,
  kind: 'part',
  segment: name(number),
  from,
  to,
})
const covered = (objects: LogObject[], known: string[] = []) => {
  const { pieces, end, missing } = coverLog(objects, name(4), new Set(known))
  return { pieces: pieces.map(({ segment, bytes }) => [segment, bytes]), end: positionText(end), missing }
}

test('whole segments and the parts of the last one are covered', () => {
  expect(covered([...whole(3, 4, 5), part(6, 0, 100), part(6, 100, 300)])).toEqual({
    pieces: [
      [name(4), segmentBytes],
      [name(5), segmentBytes],
      [name(6), 300],
    ],
    end: '0/600012C',
    missing: null,
  })
})

test('a missing segment in the middle ends the coverage', () => {
  expect(covered(whole(4, 6))).toEqual({ pieces: [[name(4), segmentBytes]], end: '0/5000000', missing: name(5) })
  expect(covered(whole(5))).toEqual({ pieces: [], end: '0/4000000', missing: name(4) })
})

test('a segment of which only parts exist although later ones do is missing', () => {
  expect(covered([...whole(4, 6), part(5, 0, 10)])).toMatchObject({ end: '0/500000A', missing: name(5) })
})

test('a segment that the base backup contains is not missing', () => {
  expect(covered(whole(5), [name(4)])).toMatchObject({ end: '0/6000000', missing: null })
})

test('parts that overlap are joined, and a part behind a gap does not count', () => {
  const joined = coverSegment([part(4, 0, 10), part(4, 5, 20), part(4, 0, 4), part(4, 30, 40)], name(4))
  expect(joined).toMatchObject({ bytes: 20, objects: [{ offset: 0 }, { offset: 5 }] })
  expect(coverSegment([part(4, 1, 10)], name(4))).toMatchObject({ bytes: 0, objects: [] })
})

test('a record that crosses pages ends behind their headers', () => {
  expect(endOfLogRecord(parsePosition('0/3000488'), 100)).toBe(parsePosition('0/3000488') + 100n)
  expect(endOfLogRecord(parsePosition('0/3001FF8'), 100)).toBe(parsePosition('0/3001FF8') + 100n + 24n)
  expect(endOfLogRecord(parsePosition('0/3FFFFF8'), 100)).toBe(parsePosition('0/3FFFFF8') + 100n + 40n)
})

test('a replay is cut short if a whole record follows, and not if the log ends within one', () => {
  const segment = Buffer.alloc(segmentBytes)
  const at = parsePosition('0/3000488')
  segment.writeUInt32LE(64, 0x488)
  expect(isCutShort(at, at, segment)).toBe(false)
  expect(isCutShort(at, at + 63n, segment)).toBe(false)
  expect(isCutShort(at, at + 64n, segment)).toBe(true)
  expect(isCutShort(at + 64n, at + 128n, segment)).toBe(true)
})

const day = 86_400_000
const now = new Date()
const ago = (days: number) => new Date(now.getTime() - days * day)
const kept = (written: number[], bases: number[]) => {
  const objects = written.map((days) => ({ key: String(days), size: 1, writtenAt: ago(days) }))
  const old = oldLogObjects(objects, bases.map(ago), now)
  return objects.filter((each) => !old.includes(each)).map(({ key }) => Number(key))
}

test('the log is kept from the newest base backup that is seven days old', () => {
  expect(kept([0, 6, 7.5, 8.5, 9.5, 12], [1, 3, 6.9, 8, 9, 11])).toEqual([0, 6, 7.5])
})

test('the log before the oldest base backup is deleted, and nothing without one', () => {
  expect(kept([0, 1, 2, 3, 4], [1.5, 2.5])).toEqual([0, 1, 2])
  expect(kept([0, 20], [])).toEqual([0, 20])
})

test('the log of an old base backup is kept while there is no newer one', () => {
  expect(kept([0, 9, 21], [20])).toEqual([0, 9])
})

test('the log may take a fifth of the free space, and at least 64 MB', () => {
  expect([keptLogMegabytes(10 * 1024 ** 3), keptLogMegabytes(0)]).toEqual([2048, 64])
  expect(logLimitBytes(1024 ** 3)).toBe(Math.floor(0.2 * 1024 ** 3))
})
