import { createECDH, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFileDurably, replaceFileDurably } from '../process/durable.ts'
import { StartError } from '../process/start-error.ts'

/** Secrets that must not be in the database or its backup. Each is 32 random bytes in base64url. */
export type Secrets = {
  /** The secret with which Better Auth signs cookies and encrypts the keys of authenticator apps. */
  authSecret: string
  /** The key from which one-time tokens and invite codes are derived. */
  linkKey: string
  /** The key with which our own code, not Better Auth, signs cookies and hashes the keys of rate limit counters. */
  cookieKey: string
  /** The private key with which this host signs requests to push services (VAPID, RFC 8292): a P-256 scalar. */
  pushKey: string
  /** The key that encrypts the provider keys in the database. */
  providerKey: string
  /** The key of the hashes in the ledger of erasures. */
  ledgerKey: string
  /** Passwords of the database roles that log in; `install` is for the install user of the embedded database. */
  dbPasswords: { install: string; login: string; authApp: string; relay: string; backup: string }
}

/** The name of the file in the secrets folder. */
export const secretsFile = 'secrets.json'

/** The content of `secretsFile`. `practice` is true once a practice, that is, its first admin, was created with these secrets. */
type StoredSecrets = Partial<Secrets> & { practice?: boolean }

/**
 * Reads the secrets from `dir`, or creates them at the first start (folder 0700, file 0600). Processes that start at the same time get the
 * same secrets. Adds secrets that a newer version of the program needs. `hasPractice` is true if `markPractice` was called for these
 * secrets.
 */
export function loadSecrets(dir: string): { secrets: Secrets; isNew: boolean; hasPractice: boolean } {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  chmodSync(dir, 0o700)
  const path = join(dir, secretsFile)
  const isNew = createFileDurably(path, format(complete({})))
  chmodSync(path, 0o600)
  const { practice, ...stored } = parse(path)
  const secrets = complete(stored)
  if (JSON.stringify(secrets) !== JSON.stringify(stored)) {
    replaceFileDurably(path, format(practice ? { ...secrets, practice } : secrets))
  }
  return { secrets, isNew, hasPractice: practice === true }
}

/** Reads the secrets from `dir` without creating or changing anything; null if there are none. Throws a StartError if the file cannot be read. */
export function readSecrets(dir: string): Secrets | null {
  const path = join(dir, secretsFile)
  if (!existsSync(path)) return null
  const { practice: _, ...stored } = parse(path)
  return complete(stored)
}

/**
 * Records in the file of the secrets that a practice exists. If its database is missing at a later start, the server then refuses to create
 * an empty one. Does nothing if `dir` contains no secrets.
 */
export function markPractice(dir: string): void {
  const path = join(dir, secretsFile)
  if (!existsSync(path)) return
  const stored = parse(path)
  if (!stored.practice) replaceFileDurably(path, format({ ...stored, practice: true }))
}

function complete(stored: Partial<Secrets>): Secrets {
  const key = () => randomBytes(32).toString('base64url')
  const passwords: Partial<Secrets['dbPasswords']> = stored.dbPasswords ?? {}
  return {
    authSecret: stored.authSecret ?? key(),
    linkKey: stored.linkKey ?? key(),
    cookieKey: stored.cookieKey ?? key(),
    pushKey: stored.pushKey ?? newPushKey(),
    providerKey: stored.providerKey ?? key(),
    ledgerKey: stored.ledgerKey ?? key(),
    dbPasswords: {
      install: passwords.install ?? key(),
      login: passwords.login ?? key(),
      authApp: passwords.authApp ?? key(),
      relay: passwords.relay ?? key(),
      backup: passwords.backup ?? key(),
    },
  }
}

function newPushKey(): string {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const key = pair.getPrivateKey()
  // A small number has fewer bytes, but push services expect 32.
  return Buffer.concat([Buffer.alloc(32 - key.length), key]).toString('base64url')
}

/** Returns the public key for the private key `pushKey`: an uncompressed P-256 point in base64url. */
export function publicPushKey(pushKey: string): string {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from(pushKey, 'base64url'))
  return pair.getPublicKey().toString('base64url')
}

function format(secrets: StoredSecrets): string {
  return `${JSON.stringify(secrets, null, 2)}\n`
}

function parse(path: string): StoredSecrets {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as StoredSecrets
  } catch (error) {
    throw new StartError(`Attune can't read the secrets in ${path}. Restore them from your copy.`, {
      cause: error,
    })
  }
}
