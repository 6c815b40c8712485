import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { codeFileLimits, codeLinesOf, readCodeFile } from './code-file.ts'
import { everyLetter, kodesFile, orderFile, smallTabulation, tabulationFile } from './official-files.testing.ts'
import { type NamedEdition, readList } from './read-list.ts'

const folder = mkdtempSync(join(tmpdir(), 'attune-codes-'))
afterAll(() => rmSync(folder, { recursive: true }))

const now = new Date()
const year = now.getUTCFullYear()
const noName: NamedEdition = { year: undefined, language: undefined }
const orderName = `icd10cm-order-${year}.txt`
const kodesName = `icd10gm${year}syst_kodes.txt`

const read = (name: string, text: string, named: Partial<NamedEdition> = {}) =>
  readList(`/lists/${name}`, text, { ...noName, ...named }, now)

/** Reads bytes from a file as the command does. */
async function readBytes(name: string, bytes: Uint8Array | string) {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return readList(path, await readCodeFile(path), noName, now)
}

test('the order file of ICD-10-CM gives the codes that may be used, with a dot and the long title', () => {
  const long = 'A made-up title that is longer than the sixty characters of the column for short titles'
  const rows = [{ code: 'A00', title: 'A heading', isHeading: true }, ...everyLetter, { code: 'F41.1', title: long }]
  const { list, codes } = read(orderName, orderFile(rows))
  expect(list).toEqual({ name: 'icd-10-cm', language: 'en', edition: year })
  expect(codes).toHaveLength(everyLetter.length + 1)
  expect(codes.at(-1)).toEqual({ code: 'F41.1', title: long })
})

test('the codes of ICD-10-GM are its end points, in UTF-8 and in Windows-1252', async () => {
  const rows = [
    { code: 'F40.-', title: 'Überschrift', isHeading: true },
    { code: 'F00.0*', title: 'Störung*' },
    ...everyLetter,
  ]
  const utf8 = await readBytes(kodesName, kodesFile(rows))
  expect(utf8.list).toEqual({ name: 'icd-10-gm', language: 'de', edition: year })
  expect(utf8.codes[0]).toEqual({ code: 'F00.0*', title: 'Störung*' })
  expect(utf8.codes).toHaveLength(everyLetter.length + 1)
  expect((await readBytes(kodesName, Buffer.from(kodesFile(rows), 'latin1'))).codes).toEqual(utf8.codes)
})

test('the simple tabulation of ICD-11 gives categories without extensions, in the language of its name', async () => {
  const { list, codes } = await readBytes('SimpleTabulation-ICD-11-MMS-fr.txt', tabulationFile(smallTabulation, year))
  expect(list).toEqual({ name: 'icd-11', language: 'fr', edition: year })
  expect(codes).toEqual([
    { code: '1A00', title: 'Made-up disorder' },
    { code: '6A70.1', title: 'Épisode inventé' },
  ])
  expect(() => read('codes.txt', tabulationFile(smallTabulation, year))).toThrow('In which language')
  expect(read('codes.txt', tabulationFile(smallTabulation, year), { language: 'fr' }).list.language).toBe('fr')
})

test('the year of the edition is in the name of the file or said by the host, and at most the next one', () => {
  const text = orderFile(everyLetter)
  expect(() => read('order.txt', text)).toThrow('Which edition is order.txt?')
  expect(read('order.txt', text, { year: String(year + 1) }).list.edition).toBe(year + 1)
  expect(() => read('icd10cm-order-2099.txt', text)).toThrow('is of the year 2099')
  expect(() => read(orderName, text, { year: 'soon' })).toThrow('Which edition')
})

test.each([
  ['the middle of a title', orderName, (text: string) => text.slice(0, -20), 'ends in the middle of line 26'],
  ['the middle of a code', orderName, (text: string) => text.slice(0, 150), 'ends in the middle of line 2'],
  ['a field', kodesName, (text: string) => text.slice(0, -20), 'ends in the middle of line 26'],
  [
    'the end of a line',
    orderName,
    (text: string) => text.split('\r\n').slice(0, 20).join('\r\n'),
    'begin with V, W, X, Y, Z',
  ],
])('a file that is cut in %s is refused', (_, name, cut, message) => {
  const text = name === orderName ? orderFile(everyLetter) : kodesFile(everyLetter)
  expect(read(name, text).codes).toHaveLength(26)
  expect(() => read(name, cut(text))).toThrow(message)
})

test('a file without its extension codes, or without a line in the middle, is a part of a list', () => {
  expect(() => read('MMS-fr.txt', tabulationFile(smallTabulation.slice(0, 3), year))).toThrow('begin with X')
  const lines = orderFile(everyLetter).split('\r\n')
  expect(() => read(orderName, lines.toSpliced(12, 1).join('\r\n'))).toThrow('Line 13 is not in the format')
})

test('a file in another charset is read if it names its charset, and refused otherwise', async () => {
  const text = kodesFile(everyLetter)
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
  expect((await readBytes(kodesName, utf16)).codes).toHaveLength(26)
  await expect(readBytes(kodesName, Buffer.from(text, 'utf16le'))).rejects.toThrow('UTF-8 or Windows-1252')
  // In code page 850, ö is 0x94.
  const dos = Buffer.from(text, 'latin1').map((byte) => (byte === 0xf6 ? 0x94 : byte))
  await expect(readBytes(kodesName, dos)).rejects.toThrow("accents can't be read")
  const twice = Buffer.from(Buffer.from(text).toString('latin1'))
  await expect(readBytes(kodesName, twice)).rejects.toThrow("accents can't be read, such as in A00.0")
})

test('a file of 100 MB, an archive, a folder and a missing file are refused without being read', async () => {
  const path = join(folder, orderName)
  writeFileSync(path, '')
  truncateSync(path, 100_000_000)
  await expect(readCodeFile(path)).rejects.toThrow(`${orderName} has 100 MB`)
  await expect(readBytes('list.zip', Buffer.from('PK\u0003\u0004'))).rejects.toThrow('is a zip archive')
  await expect(readCodeFile(folder)).rejects.toThrow('is not a file')
  await expect(readCodeFile(join(folder, 'none'))).rejects.toThrow('ENOENT')
})

test('a line that is too long and a file of too many lines are refused', () => {
  expect(() => [...codeLinesOf('x'.repeat(codeFileLimits.lineLength + 1))]).toThrow('more than 20000 characters')
  expect(() => [...codeLinesOf('\n'.repeat(codeFileLimits.lines + 1))]).toThrow('more than 300000 lines')
})

test.each(['', 'Name,Code\nAnxiety,F41.1\n', '{"codes":[]}'])('the text %j is no official list', (text) => {
  expect(() => read(orderName, text)).toThrow('none of the known formats')
})
