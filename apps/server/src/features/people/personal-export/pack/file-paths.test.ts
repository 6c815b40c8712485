import type { FileId } from '@attune/contract/common/ids'
import { expect, test } from 'vitest'
import { safeFileName } from '../../../../platform/text/safe-file-name.ts'
import { FilePaths } from './file-paths.ts'

const day = '2020-05-04'
const file = (name: string) => ({ name, type: 'image/jpeg' })

test('a name with separators, control characters and points stays in its folder', () => {
  const paths = new FilePaths()
  for (const name of ['../../etc/passwd.jpg', '..\\..\\boot.jpg', '/root.jpg', '.hidden.jpg', 'a\u0000b\u202Ec.jpg'])
    expect(paths.add('Journal', day, file(name)), name).toMatch(/^Journal\/2020-05-04 [^/\\\p{C}]+\.jpg$/u)
})

test('names in four alphabets stay as they are', () => {
  expect(new FilePaths().add('Дневник', day, file('日記 ημερολόγιο diário.jpg'))).toBe(
    'Дневник/2020-05-04 日記 ημερολόγιο diário.jpg',
  )
})

test('a name with 300 characters is cut and keeps its ending', () => {
  const path = new FilePaths().add('Journal', day, file(`${'😀'.repeat(300)}.jpg`))
  expect(path).toMatch(/^Journal\/2020-05-04 (😀)+\.jpg$/u)
  expect([...path].length).toBeLessThan(120)
  expect(Buffer.byteLength(path.slice('Journal/'.length))).toBeLessThan(256)
})

test('files with the same name on the same day are numbered, also if only capitals differ', () => {
  const paths = new FilePaths()
  const added = ['a.jpg', 'A.jpg', 'a.jpg', 'a (2).jpg'].map((name) => paths.add('Journal', day, file(name)))
  expect(new Set(added.map((path) => path.toLowerCase())).size).toBe(4)
})

test('a name without letters is a dash', () => {
  expect(safeFileName(' ../ ')).toBe('–')
})

test('a file of the product keeps its ending, and an uploaded file gets that of its content', () => {
  const paths = new FilePaths()
  expect(paths.add('Sessions', day, { name: 'calendar.ics', type: 'text/calendar' })).toBe(
    'Sessions/2020-05-04 calendar.ics',
  )
  const id = '018f5a5e-0000-7000-8000-000000000001' as FileId
  expect(paths.add('Journal', day, { id, name: 'photo.exe', type: 'image/jpeg' })).toMatch(/\.jpg$/)
})
