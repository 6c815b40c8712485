import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { AnyActor, Db, Tx } from '../database/actor.ts'
import { queryBuilder } from '../database/query-builder.ts'

/**
 * Stores the keys of external providers (texts, payments, calendars, the assistant). The database contains them encrypted, so all nodes share them
 * and a backup reveals none. Only the server can read a key.
 */
export type ProviderKeys = {
  /** Saves or replaces the key with this name, in the transaction of an admin. */
  save(tx: Tx, name: string, key: string, now: Date): Promise<void>
  /**
   * Returns the key with this name. Returns null if there is none, and `unreadable` if it was encrypted with another secret, for example because the
   * secrets folder was replaced.
   */
  read(name: string): Promise<string | null | typeof unreadable>
  /** Encrypts a key that another table stores. The name must be unique to the row, so that the keys of two rows cannot be swapped. */
  seal(name: string, key: string): Buffer
  /** Decrypts a key that `seal` encrypted with the same name. */
  open(name: string, sealed: Buffer): string | typeof unreadable
}

export const unreadable = Symbol('unreadable')

/** The format of an encrypted key: version, nonce, authentication tag, ciphertext (AES-256-GCM). Sizes are in bytes. */
const form = { version: 1, nonce: 12, tag: 16 }
const algorithm = 'aes-256-gcm'

/** Opens the store of provider keys. `secret` is the secret `providerKey`. */
export function openProviderKeys(db: Db, secret: string): ProviderKeys {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'attune provider keys', 32))
  return {
    async save(tx, name, value, now) {
      const row = { sealed: sealKey(key, name, value), changed_at: now }
      await tx.kysely
        .insertInto('provider_key')
        .values({ name, ...row })
        .onConflict((on) => on.column('name').doUpdateSet(row))
        .execute()
    },
    async read(name) {
      const query = queryBuilder.selectFrom('provider_key').select('sealed').where('name', '=', name).compile()
      const [row] = await db.readAs({ role: 'worker', id: null }, query)
      return row ? openKey(key, name, row.sealed) : null
    },
    seal: (name, value) => sealKey(key, name, value),
    open: (name, sealed) => openKey(key, name, sealed),
  }
}

/** Encrypts a key. Authenticates its name too, so that the rows of two keys cannot be swapped. */
function sealKey(key: Buffer, name: string, value: string): Buffer {
  const nonce = randomBytes(form.nonce)
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(name))
  const text = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.from([form.version]), nonce, cipher.getAuthTag(), text])
}

function openKey(key: Buffer, name: string, sealed: Buffer): string | typeof unreadable {
  if (sealed[0] !== form.version) return unreadable
  const nonce = sealed.subarray(1, 1 + form.nonce)
  const text = sealed.subarray(1 + form.nonce + form.tag)
  try {
    const cipher = createDecipheriv(algorithm, key, nonce)
      .setAAD(Buffer.from(name))
      .setAuthTag(sealed.subarray(1 + form.nonce, 1 + form.nonce + form.tag))
    return Buffer.concat([cipher.update(text), cipher.final()]).toString('utf8')
  } catch {
    return unreadable
  }
}

/** Returns the time at which the key with this name was saved; null if there is none. */
export async function readKeySavedAt(tx: Tx<AnyActor>, name: string): Promise<string | null> {
  const row = await tx.kysely
    .selectFrom('provider_key')
    .select('changed_at')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.changed_at ?? null
}
