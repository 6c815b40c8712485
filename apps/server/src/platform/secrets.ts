import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from './start-error.ts'

/** Secrets that must not be in the database or its backup. Each is 32 random bytes in base64url. */
export type Secrets = {
  /** Better Auth's signing secret. */
  authSecret: string
  /** Derives one-time tokens and invite codes. */
  linkKey: string
  /** Signs the cookies that the server creates itself, and hashes the keys of its counters. */
  cookieKey: string
  /** Passwords of the database roles that log in; `install` is for the install user of the embedded database. */
  dbPasswords: { install: string; login: string; authApp: string; relay: string; backup: string }
}

const fileName = 'secrets.json'

/**
 * Reads the secrets from `dir`, or creates them at the first start (folder 0700, file 0600). Processes that start at the same time get the
 * same secrets. Adds secrets that a newer version of the program needs.
 */
export function loadSecrets(dir: string): { secrets: Secrets; isNew: boolean } {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  chmodSync(dir, 0o700)
  const path = join(dir, fileName)
  const isNew = writeFirst(path, complete({}))
  chmodSync(path, 0o600)
  const stored = parse(path)
  const secrets = complete(stored)
  if (JSON.stringify(secrets) !== JSON.stringify(stored)) replace(path, secrets)
  return { secrets, isNew }
}

function complete(stored: Partial<Secrets>): Secrets {
  const key = () => randomBytes(32).toString('base64url')
  const passwords: Partial<Secrets['dbPasswords']> = stored.dbPasswords ?? {}
  return {
    authSecret: stored.authSecret ?? key(),
    linkKey: stored.linkKey ?? key(),
    cookieKey: stored.cookieKey ?? key(),
    dbPasswords: {
      install: passwords.install ?? key(),
      login: passwords.login ?? key(),
      authApp: passwords.authApp ?? key(),
      relay: passwords.relay ?? key(),
      backup: passwords.backup ?? key(),
    },
  }
}

/**
 * Creates the file unless it exists, and returns whether it did. A hard link is atomic and never replaces a file: when two processes start
 * at the same time, one creates the file and both read it.
 */
function writeFirst(path: string, secrets: Secrets): boolean {
  const draft = writeDraft(path, secrets)
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft)
  }
}

function replace(path: string, secrets: Secrets): void {
  renameSync(writeDraft(path, secrets), path)
}

function writeDraft(path: string, secrets: Secrets): string {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true })
  return draft
}

function parse(path: string): Partial<Secrets> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Partial<Secrets>
  } catch (error) {
    throw new StartError(`The secrets in ${path} cannot be read; put back the copy that was kept of them.`, {
      cause: error,
    })
  }
}
