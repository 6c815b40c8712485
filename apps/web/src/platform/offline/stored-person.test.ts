import 'fake-indexeddb/auto'
import type { Me } from '@attune/contract/features/people/account/account'
import type { LoginView } from '@attune/contract/features/people/login/login.schemas'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test } from 'vitest'
import { DraftDatabase } from './draft-database.ts'
import { importEncryptionKey } from './encryption.ts'
import { forgetStoredPerson, readStoredPerson, storePerson } from './stored-person.ts'

const person = (account: string) => ({
  login: { userId: account, role: 'client', need: null } as LoginView,
  me: { id: account, firstName: 'Ana', lastName: 'Moreau' } as Me,
})

async function saveKeys(...accounts: string[]) {
  const database = await DraftDatabase.open()
  for (const account of accounts)
    await database.saveKey(account, await importEncryptionKey(btoa(account.padEnd(32, account))))
  database.close()
}

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory()
  await saveKeys('ana', 'leo')
})

test('the signed-in person is stored encrypted, and replaces the person stored before', async () => {
  await storePerson(person('ana'))
  const database = await DraftDatabase.open()
  const stored = await database.person()
  expect(new TextDecoder().decode(stored?.bytes)).not.toContain('Moreau')
  expect(JSON.stringify(stored)).not.toContain('Moreau')
  database.close()
  expect(await readStoredPerson()).toEqual(person('ana'))
  await storePerson(person('leo'))
  expect(await readStoredPerson()).toEqual(person('leo'))
})

test('after a sign-out or a lost login of an account it is no longer stored', async () => {
  await storePerson(person('ana'))
  const database = await DraftDatabase.open()
  await database.erase('leo')
  expect(await readStoredPerson()).toEqual(person('ana'))
  await database.erase('ana')
  expect(await readStoredPerson()).toBeNull()
  database.close()
  await saveKeys('leo')
  await storePerson(person('leo'))
  expect(await readStoredPerson()).toEqual(person('leo'))
  await forgetStoredPerson()
  expect(await readStoredPerson()).toBeNull()
})
