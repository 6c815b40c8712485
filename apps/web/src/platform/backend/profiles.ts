import type { AccountId } from '@attune/contract/common/ids'
import { ORPCError } from '@orpc/client'
import { api, orpc } from '../api/api.ts'
import { errorCode } from '../api/errors.ts'
import { avatarRetry } from '../api/retry.ts'
import { asCall, profilePictureMinutes, readCached } from './answer-cache.ts'

/** A row with the column names of the table. */
type Profile = {
  id: AccountId
  email: string
  first_name: string
  last_name: string
  role: string
  avatar_url: string | null
}

/**
 * Thrown if the row does not exist or is not visible. Its code is `PGRST116`; a call with this error is not retried
 * [8.07].
 */
export class RowNotFound extends Error {
  readonly code = 'PGRST116'
  constructor() {
    super('PGRST116')
    this.name = 'RowNotFound'
  }
}

/**
 * The tables whose changes may change a row. When a client and a therapist disconnect, the client's row changes, and the profile is no longer
 * visible.
 */
const tables = ['profiles', 'clients'] as const

async function row(id: AccountId, cache: 'general' | 'avatars' = 'general'): Promise<Profile> {
  const query = orpc.account.profileOf.queryOptions({ input: { id }, context: asCall })
  try {
    const { email, firstName, lastName, role, avatarUrl } = await readCached({ cache, query, tables })
    return { id, email, first_name: firstName, last_name: lastName, role, avatar_url: avatarUrl }
  } catch (error) {
    throw errorCode(error) === 'NOT_FOUND' ? new RowNotFound() : error
  }
}

/**
 * The table of profiles. The signed-in person may see their own profile and those of their connections. Any other id
 * throws RowNotFound [7.01].
 */
export const profilesTable = {
  role: async (id: AccountId) => ({ role: (await row(id)).role }),
  id: async (id: AccountId) => ({ id: (await row(id)).id }),
  names: async (id: AccountId) => {
    const { first_name, last_name, role } = await row(id)
    return { first_name, last_name, role }
  },
  /** Returns the name, the email address and the picture of an author. */
  face: async (id: AccountId) => {
    const { avatar_url, first_name, last_name, email } = await row(id, 'avatars')
    return { avatar_url, first_name, last_name, email }
  },
  /**
   * Returns the address of a person's picture. Sends the request up to three times. Returns null if there is no picture
   * or if all requests failed.
   */
  async avatarUrl(id: AccountId): Promise<string | null> {
    const context = { ...asCall, retry: avatarRetry }
    const query = orpc.account.profileOf.queryOptions({ input: { id }, context })
    try {
      return (await readCached({ cache: 'avatars', query, tables, minutes: profilePictureMinutes })).avatarUrl
    } catch {
      return null
    }
  },
  /**
   * Saves the names of the signed-in person if their profile has none yet. Inserts no row, because the server creates
   * the row at the first request. Throws FORBIDDEN (403) if the id or the email address is not the person's own, or if
   * the role is not client.
   */
  async insert(wanted: { id: AccountId; email: string; first_name: string; last_name: string; role: string }) {
    const me = await api.account.me({})
    if (me.id !== wanted.id || me.email !== wanted.email || wanted.role !== 'client') {
      throw new ORPCError('FORBIDDEN', { status: 403 })
    }
    if (!me.firstName && !me.lastName && wanted.first_name && wanted.last_name)
      await api.account.saveNames({ firstName: wanted.first_name, lastName: wanted.last_name })
  },
  /** Sets the person's picture. `path` is the path of an uploaded picture in the bucket; null removes the picture. */
  async updateAvatarUrl(_id: string, path: string | null) {
    await api.account.setAvatar({ path })
  },
}
