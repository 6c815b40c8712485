import {
  appScheme,
  type Practice,
  checkPractice,
  practicePath,
} from '@attune/contract/features/people/native-app/native-app.rules'
import type { PublicSettings } from '@attune/contract/features/practice/administration/administration.settings'
import { NativeHttpError, type NativePort } from '../port.ts'

/** The practice to which this app is connected. */
export type JoinedPractice = {
  /** The address, for example `https://practice.example`. */
  origin: string
  name: string
  /** The public key, which the app sends with its calls. */
  key: string
  /** The settings that pages use before signing in. */
  settings: PublicSettings
}

type AddressProblem =
  | { problem: 'empty' | 'not-an-address' | 'http' }
  | { problem: 'path'; origin: string; path: string }

/** Returns the practice's address in a link such as `attune://join?address=…`; null for any other link. */
export function addressOfJoinLink(text: string): string | null {
  if (!text.startsWith(`${appScheme}//join`)) return null
  return URL.canParse(text) ? new URL(text).searchParams.get('address') : null
}

/** Reads an address that a person has typed, scanned or opened as a link. */
export function readPracticeAddress(text: string): { origin: string } | AddressProblem {
  const typed = (addressOfJoinLink(text.trim()) ?? text).trim()
  if (!typed) return { problem: 'empty' }
  const whole = /^[a-z][a-z+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`
  if (/\s/.test(typed) || !URL.canParse(whole)) return { problem: 'not-an-address' }
  const { protocol, origin, hostname, pathname, search, hash, username } = new URL(whole)
  if (protocol === 'http:') return { problem: 'http' }
  if (protocol !== 'https:' || username || !/^([\p{L}\d-]+\.)+[\p{L}\d-]+$|^localhost$|^\[/u.test(hostname))
    return { problem: 'not-an-address' }
  const path = `${pathname}${search}${hash}`
  return path === '/' ? { origin } : { problem: 'path', origin, path }
}

/**
 * The result of checking an address. `host-too-old` and `host-too-new`: the versions of server and app are not compatible. `not-set-up`: the
 * installation is not set up yet. `moved`: the server redirects to another address. The kinds of `NativeHttpError` mean that there was no response.
 */
export type PracticeAddressCheck =
  | { kind: 'fine'; practice: JoinedPractice }
  | { kind: 'host-too-old' | 'host-too-new' | 'not-attune' | 'not-set-up' }
  | { kind: 'moved'; origin: string }
  | { kind: NativeHttpError['kind'] }

const timeoutMilliseconds = 15_000

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Checks whether a server runs Attune and is compatible with this app. */
export async function checkPracticeAddress(port: NativePort, origin: string): Promise<PracticeAddressCheck> {
  try {
    const headers = { accept: 'application/json' }
    const url = `${origin}${practicePath}`
    const { status, text, headers: answered } = await port.http({ url, method: 'GET', headers, timeoutMilliseconds })
    if (status >= 300 && status < 400) return movedTo(origin, answered.location ?? '')
    const check = status === 200 ? checkPractice<PublicSettings>(json(text)) : { kind: 'not-attune' as const }
    if (check.kind !== 'fine') return { kind: check.kind }
    return check.practice.setUp ? { kind: 'fine', practice: joined(origin, check.practice) } : { kind: 'not-set-up' }
  } catch (error) {
    if (error instanceof NativeHttpError) return { kind: error.kind }
    throw error
  }
}

const joined = (origin: string, { name, key, settings }: Practice<PublicSettings>): JoinedPractice => ({
  origin,
  name,
  key,
  settings,
})

/**
 * Returns `moved` if the server redirects the app to another origin with HTTPS. After any other redirect, the address does not count as an address of
 * Attune.
 */
function movedTo(from: string, location: string): PracticeAddressCheck {
  const target = URL.canParse(location, from) ? new URL(location, from) : null
  return target?.protocol === 'https:' && target.origin !== from
    ? { kind: 'moved', origin: target.origin }
    : { kind: 'not-attune' }
}

/** Returns the fingerprint of a public key: the first 16 bytes of its SHA-256 in groups of four digits. */
export async function fingerprint(key: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key)))
  const digits = Array.from(hash.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return (digits.match(/.{4}/g) ?? []).join(' ')
}
