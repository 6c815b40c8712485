import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { jpegPicture } from '../../../testing/files/uploads.ts'
import type { Person } from '../../../testing/people.ts'
import { newJournalEntry } from '../../../testing/records/journal.ts'
import { makeExport } from './make-export.ts'
import {
  exportedFiles,
  exportIdOf,
  fetchExport,
  storedOf as filesOf,
  uploadChecked,
} from './personal-export.testing.ts'

let isFull = false
const app = await startSharedApp({
  worker: false,
  isDiskFull: async () => isFull,
  // The server logs each refusal with a status of 500 or above.
  expectedErrors: ['a request failed'],
})

const latestOf = async (person: Person) => (await person.api.personalExport.find({})).latest
const named = async (person: Person) => ({ accountId: person.accountId, id: await exportIdOf(app, person) })
const storedOf = (person: Person) => filesOf(app, person)

test('an export is not begun on a full disk', async () => {
  const person = await app.person('client', 1)
  isFull = true
  await expect(person.api.personalExport.start({})).rejects.toMatchObject({ code: 'NO_SPACE', status: 507 })
  isFull = false
  expect(await latestOf(person)).toBeNull()
})

test('an export ends with the reason and leaves nothing if the disk is full when it begins to write', async () => {
  const person = await app.person('client', 3)
  await person.api.personalExport.start({})
  const fileStore = { ...app.fileStore, isDiskFull: async () => true }
  await makeExport({ ...app, fileStore }, await named(person), false)
  expect(await latestOf(person)).toMatchObject({ state: 'failed', reason: 'NO_SPACE' })
  expect(storedOf(person)).toEqual([])
})

test('an export ends with the reason and leaves nothing if the disk refuses a write halfway', async () => {
  const person = await app.person('client', 4)
  await person.api.personalExport.start({})
  const exportStore: typeof app.exportStore = {
    ...app.exportStore,
    async put(_of, content) {
      for await (const chunk of content)
        if ((chunk as Buffer).length > 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    },
  }
  await makeExport({ ...app, exportStore }, await named(person), false)
  expect(await latestOf(person)).toMatchObject({ state: 'failed', reason: 'NO_SPACE' })
  expect(storedOf(person)).toEqual([])
})

test('an export that fails is tried again, and the page says so only after the last time @slow', async () => {
  const person = await app.person('client', 5)
  await person.api.personalExport.start({})
  const exportStore: typeof app.exportStore = { ...app.exportStore, put: () => Promise.reject(new Error('broken')) }
  await expect(makeExport({ ...app, exportStore }, await named(person), false)).rejects.toThrow('broken')
  expect(await latestOf(person)).toMatchObject({ state: 'making' })
  await expect(makeExport({ ...app, exportStore }, await named(person), true)).rejects.toThrow('broken')
  expect(await latestOf(person)).toMatchObject({ state: 'failed', reason: 'FAILED' })
  expect(await exportedFiles(app, person)).toBeDefined()
})

test('of two exports that are started at once, one is refused', async () => {
  const person = await app.person('client', 6)
  const results = await Promise.allSettled([1, 2].map(() => person.api.personalExport.start({})))
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('an export whose account is deleted while it is made ends and leaves no file @slow', async () => {
  const person = await app.person('client', 7)
  await person.api.journal.save(newJournalEntry('An entry'))
  await person.api.personalExport.start({})
  const of = await named(person)
  const deletion = Promise.withResolvers<void>()
  const exportStore: typeof app.exportStore = {
    ...app.exportStore,
    async put(stored, content) {
      await person.api.login.deleteAccount({ password: person.password })
      deletion.resolve()
      return app.exportStore.put(stored, content)
    },
  }
  await makeExport({ ...app, exportStore }, of, true)
  await deletion.promise
  expect(storedOf(person)).toEqual([])
})

test('an export is gone with its account, and its address opens nothing @slow', async () => {
  const person = await app.person('client', 8)
  await exportedFiles(app, person)
  const { url } = await person.api.personalExport.download({})
  expect(storedOf(person)).toHaveLength(1)
  await person.api.login.deleteAccount({ password: person.password })
  expect(storedOf(person)).toEqual([])
  expect((await fetchExport(app, url, person)).status).toBe(401)
  expect(await exportIdOf(app, person)).toBe('')
})

test('an export whose file is gone, as after a restore, is refused, and a new one can be made @slow', async () => {
  const person = await app.person('client', 10)
  await exportedFiles(app, person)
  await app.exportStore.remove(await named(person))
  await expect(person.api.personalExport.download({})).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await exportedFiles(app, person)).has('index.html')).toBe(true)
})

test('files with names in four alphabets, with ../ and with 300 characters have safe, readable and unique paths @slow', async () => {
  const person = await app.person('client', 9)
  const names = [
    '日記 Журнал ημερολόγιο diário.jpg',
    '../../../etc/passwd.jpg',
    `${'ä'.repeat(190)}.jpg`,
    'CON.jpg',
    'con.JPG',
  ]
  for (const name of names) {
    const photo = await uploadChecked(app, person, { name, kind: 'image', bytes: await jpegPicture() })
    await person.api.journal.save({ ...newJournalEntry(name.slice(0, 20)), files: [photo] })
  }
  const files = await exportedFiles(app, person)
  const paths = [...files.keys()].filter((path) => path.toLowerCase().endsWith('.jpg'))
  expect(paths).toHaveLength(names.length)
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(names.length)
  for (const path of paths) {
    expect(path).not.toContain('..')
    expect(path).toMatch(/^Journal\/\d{4}-\d\d-\d\d [^/]+$/)
    expect(path.length).toBeLessThan(120)
  }
  expect(paths.some((path) => path.includes('日記 Журнал ημερολόγιο diário'))).toBe(true)
})
