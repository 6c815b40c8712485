import type { Me } from '@attune/contract/features/people/account/account'
import type { LoginView } from '@attune/contract/features/people/login/login.schemas'
import { accountKey } from './account-key.ts'
import { orpc } from '../api/api.ts'
import { decrypt, encrypt } from './encryption.ts'
import { queryClient } from '../query/query-client.ts'
import { tryWithDatabase } from './try-with-database.ts'

/** The data of the signed-in person that the app needs to open without a connection. */
export type StoredPerson = { login: LoginView; me: Me }

const nameOf = (account: string) => `${account}person`

/**
 * Stores the signed-in person on this device, encrypted with the key of their account, and replaces a person that was
 * stored before. If storage is full or forbidden, this device stores no person, and the app does not open without a
 * connection.
 */
export async function storePerson(person: StoredPerson): Promise<void> {
  await tryWithDatabase(async (database) => {
    const account = person.login.userId
    const key = await accountKey(database, account)
    return database.savePerson({ account, ...(await encrypt(key, nameOf(account), person)) })
  })
}

/** Returns the person stored on this device; null if there is none. */
export const readStoredPerson = (): Promise<StoredPerson | null> =>
  tryWithDatabase(async (database) => {
    const stored = await database.person()
    const key = stored && (await database.key(stored.account))
    return key ? ((await decrypt(key, nameOf(stored.account), stored)) as StoredPerson) : null
  })

/** Returns the login of the stored person and puts their profile into the cache. Both are read again when online. */
export async function restoreStoredLogin(): Promise<LoginView | null> {
  const person = await readStoredPerson()
  if (!person) return null
  queryClient.setQueryData(orpc.account.me.queryOptions({ input: {} }).queryKey, person.me)
  addEventListener('online', () => void queryClient.invalidateQueries(), { once: true })
  return person.login
}

/**
 * Deletes the stored person and the stored answers, because the login has ended. The person's key and drafts stay on this
 * device.
 */
export const forgetStoredPerson = () => tryWithDatabase((database) => database.forgetPerson())
