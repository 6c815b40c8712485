// @vitest-environment node
import type { Role } from '@attune/contract/features/people/account/account'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findSettings } from './find-settings.ts'
import { subjectsOf } from './subjects.ts'

const roles: Role[] = ['therapist', 'client', 'admin']

/** Returns the text or the texts of a key in a language, or undefined. */
function textAt(language: string, key: string): unknown {
  const [namespace, path = ''] = key.split(':')
  const file = JSON.parse(
    readFileSync(join(import.meta.dirname, `../../locales/${namespace}/${language}.json`), 'utf8'),
  )
  return path.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], file)
}

test.each(['en', 'de', 'es', 'fr'])(
  'every label by which the search finds a settings page exists in %s',
  (language) => {
    const labels = new Set(roles.flatMap((role) => subjectsOf(role).flatMap((subject) => subject.labels)))
    expect([...labels].filter((label) => textAt(language, label) === undefined)).toEqual([])
  },
)

test('each settings page of a role has an address of its own', () => {
  for (const role of roles) {
    const addresses = subjectsOf(role).map(({ address }) => address)
    expect(new Set(addresses).size).toBe(addresses.length)
  }
})

test('settings whose title matches come first, and accents and case do not matter', () => {
  const entries = [
    { address: '/a', title: 'Sécurité', labels: ['Mot de passe', 'Clé'] },
    { address: '/b', title: 'Clés', labels: [] },
  ]
  expect(findSettings(entries, 'cle')).toEqual([
    { address: '/b', title: 'Clés', labels: [] },
    { address: '/a', title: 'Sécurité', labels: ['Clé'] },
  ])
  expect(findSettings(entries, '  ')).toEqual([])
})
